import type { ByteSource } from '../../../lib/bytes/byte-source.ts';
import { sliceSource } from '../../../lib/bytes/byte-source.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import type { AudioTrack } from '../../../media/audio-track.ts';
import { openAudio } from '../../../media/open-audio.ts';
import { longestDuration } from '../../../media/plausible-duration.ts';
import { decodeTrack } from './decode-track.ts';
import type { DecodeFile } from './page-decoder.ts';
import type { PcmBlock } from './pcm-block.ts';
import { playEdits } from './play-edits.ts';
import { placeOnTimeline } from './timeline.ts';

export interface DecodeOptions {
  /** Lent by the page, if there is one. */
  decodeFile?: DecodeFile | null;
  /** Decode without WebCodecs where another decoder can. */
  withoutWebCodecs?: boolean;
  /** Receives notes for people on parts that are left out. */
  onNote?: (note: Message) => void;
}

/**
 * Decodes a whole recording on its own clock, which starts at 0: what its edits leave of it, and then the files that were joined
 * behind it. Throws 415 if this browser lacks a codec, 422 if a codec's settings are damaged.
 */
export async function decodeRecording(
  track: AudioTrack,
  source: ByteSource,
  options: DecodeOptions,
): Promise<AsyncGenerator<PcmBlock, void, undefined>> {
  const first = await decodePart(track, source.size, options);
  return withJoined(first, track, source, options);
}

async function decodePart(
  track: AudioTrack,
  size: number,
  { decodeFile = null, withoutWebCodecs = false, onNote }: DecodeOptions,
): Promise<AsyncGenerator<PcmBlock, void, undefined>> {
  const { startTimestamp, info, edits, isByClock, missingBytes, statedSeconds } = track;
  if (missingBytes) {
    onNote?.(
      msg`The file is cut off: its last ${missingBytes} bytes are missing, and all that they contained.`,
    );
  }
  if (statedSeconds && info.duration !== null) {
    onNote?.(
      msg`According to its header, the file has ${inTenths(statedSeconds)} s of sound. It has only ${inTenths(info.duration)} s: its end may be missing.`,
    );
  }
  const decode = async () =>
    placeOnTimeline(await decodeInTurn(track, decodeFile, withoutWebCodecs), {
      startTimestamp,
      duration: isByClock || edits ? null : info.duration,
      longest: longestDuration(info, size),
      endsAt: track.endsAt,
    });
  const blocks = edits ? await playEdits(decode, edits) : await decode();
  return track.skipped ? withSkippedReported(blocks, track.skipped, onNote) : blocks;
}

/** A few bytes are a frame that was damaged, too short to be noticed. */
const LEAST_REPORTED_BYTES = 1024;

async function* withSkippedReported(
  blocks: AsyncGenerator<PcmBlock, void, undefined>,
  skipped: NonNullable<AudioTrack['skipped']>,
  onNote: DecodeOptions['onNote'],
): AsyncGenerator<PcmBlock, void, undefined> {
  yield* blocks;
  const { bytes, seconds } = skipped();
  if (bytes < LEAST_REPORTED_BYTES) return;
  onNote?.(
    seconds > 0
      ? msg`${bytes} bytes inside the file could not be read as sound. ${inTenths(seconds)} s stay silent in their place.`
      : msg`${bytes} bytes inside the file are no sound and were left out.`,
  );
}

const inTenths = (seconds: number): number => Math.round(seconds * 10) / 10;

/** A track and what follows in other codings. */
async function decodeInTurn(
  track: AudioTrack,
  ...decoders: [DecodeFile | null, boolean]
): Promise<AsyncGenerator<PcmBlock, void, undefined>> {
  const first = await decodeTrack(track, ...decoders);
  const { recoded } = track;
  if (!recoded) return first;
  return (async function* () {
    yield* first;
    for await (const next of recoded()) yield* await decodeTrack(next, ...decoders);
  })();
}

async function* withJoined(
  first: AsyncGenerator<PcmBlock, void, undefined>,
  track: AudioTrack,
  source: ByteSource,
  options: DecodeOptions,
): AsyncGenerator<PcmBlock, void, undefined> {
  let end = 0;
  for await (const block of first) {
    yield block;
    end = block.timestamp + (block.planes[0]?.length ?? 0) / block.sampleRate;
  }
  for (let { rest, joined } = { rest: source, joined: track }; ; ) {
    const at = joined.joinedAt?.() ?? null;
    if (at === null) return;
    rest = sliceSource(rest, at);
    const opened = await openJoined(rest, joined.choice?.number, options);
    if (!opened) return;
    joined = opened.track;
    try {
      const start = end;
      for await (const block of opened.blocks) {
        const timestamp = start + block.timestamp;
        yield { ...block, timestamp };
        end = timestamp + (block.planes[0]?.length ?? 0) / block.sampleRate;
      }
    } finally {
      joined.dispose();
    }
  }
}

/** Null if it cannot be decoded: what comes before it is kept, and a note says so. */
async function openJoined(source: ByteSource, trackNumber: number | undefined, options: DecodeOptions) {
  try {
    const track = await openAudio(source, trackNumber);
    return { track, blocks: await decodePart(track, source.size, options) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    options.onNote?.(
      msg`The rest of the file, ${source.size} bytes that were joined to it, could not be read. ${error.whole}`,
    );
    return null;
  }
}
