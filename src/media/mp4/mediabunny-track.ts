import {
  CustomSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP4,
  MPEG_TS,
  QTFF,
  UnsupportedInputFormatError,
} from 'mediabunny';
import type { ByteSource } from '../../lib/bytes/byte-source.ts';
import { isAbort } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack } from '../audio-track.ts';
import { ByteReader, fourCharacters } from '../byte-reader.ts';
import { chooseTrack } from '../choose-track.ts';
import { damaged, noAudioInFile, streamSegment, unsupportedMedia } from '../media-errors.ts';
import { OtherWork } from '../other-work.ts';
import { checkStreamNumbers } from '../pcm/pcm-track.ts';
import { boundedMp4, withEntry } from './bounded-mp4.ts';
import { type Edit, readEdits } from './edit-list.ts';
import { codecName, decodableTracks, numbersOf } from './mediabunny-coding.ts';
import { attempt, firstFrom, following } from './resumed-packets.ts';
import { clockStretch, onClock } from './stretched-clock.ts';
import type { RecodedTrack, TrackPart } from './track-tables.ts';

interface ContainerNames {
  container: string;
  extension: string;
  type: string;
  videoType?: string;
}

/** File names by mediabunny's name of the format. */
const CONTAINERS: Record<string, ContainerNames> = {
  MP4: { container: 'mp4', extension: 'm4a', type: 'audio/mp4', videoType: 'video/mp4' },
  'QuickTime File Format': { container: 'mov', extension: 'mov', type: 'video/quicktime' },
  'MPEG Transport Stream': { container: 'mpeg-ts', extension: 'ts', type: 'video/mp2t' },
};
const UNNAMED_CONTAINER: ContainerNames = {
  container: 'unknown',
  extension: 'bin',
  type: 'application/octet-stream',
};

/** Encoders fill their first and last packets: up to two of 2,048 samples at 16 kHz. */
const ENCODER_SECONDS = 0.3;
/** Edits that leave less are not followed. */
const LEAST_EDITED_SECONDS = 0.1;
/** A larger first timestamp means a clock that was running before the recording began. */
const LATEST_HONEST_START_SECONDS = 10;
const FIRST_READ_BYTES = 12;
const SEGMENT_BOXES = ['styp', 'moof', 'sidx', 'emsg', 'prft'];
/** Tracks whose start is looked for; in a file of fragments each may take a walk through all of them. */
const MAX_CLOCKS = 8;

const unknownContent = () =>
  unsupportedMedia(
    msg`This is not a supported audio or video file. Supported formats: \
WAV, W64, AIFF, AU, CAF, MP3, AAC, M4A, MP4, MOV, OGG, WebM, MKV, AVI, MPG, VOB, FLAC, TS and AC-3.`,
  );

/** Containers read by mediabunny: MP4, MOV, MPEG-TS. Throws 415 and 422. */
export async function openWithMediabunny(source: ByteSource, trackNumber?: number): Promise<AudioTrack> {
  // It reads that much before it has asked for the size, and fails an assertion of its own where there is less.
  if (source.size < FIRST_READ_BYTES) throw unknownContent();
  try {
    const { source: index, fragments, joinedAt, missing, recoded } = await boundedMp4(source);
    const opened = await openRecoded(index, recoded, trackNumber);
    const track = fragments ? await withFragments(opened, fragments) : opened;
    if (missing > 0) track.missingBytes = missing;
    return joinedAt === null
      ? track
      : { ...track, info: { ...track.info, duration: null }, joinedAt: () => joinedAt };
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError) throw unknownContent();
    if (isOwn(error)) throw error;
    if (SEGMENT_BOXES.includes(fourCharacters(await source.read(4, 8), 0))) throw streamSegment();
    throw damaged(msg`The file is damaged: its structure cannot be read.`, { cause: error });
  }
}

/** The first coding of a track; the others follow from `recoded`. */
async function openRecoded(
  source: ByteSource,
  tracks: readonly RecodedTrack[],
  trackNumber?: number,
): Promise<AudioTrack> {
  const [only] = tracks;
  if (!only) return openSource(source, trackNumber);
  const probed = await openSource(source, trackNumber);
  const number = probed.choice?.number ?? 1;
  const track = tracks.find((one) => one.number === number);
  if (!track) return probed;
  probed.dispose();
  const open = (part: number) =>
    openSource(withEntry(source, track, track.parts[part]?.entry ?? 0), number, {
      from: track.parts[part],
      to: track.parts[part + 1],
    });
  return {
    ...(await open(0)),
    async *recoded() {
      for (let part = 1; part < track.parts.length; part++) {
        const next = await open(part);
        try {
          yield next;
        } finally {
          next.dispose();
        }
      }
    },
  };
}

/** A part of a track's samples. */
interface SampleRange {
  from: TrackPart | undefined;
  to: TrackPart | undefined;
}

async function openSource(
  source: ByteSource,
  trackNumber?: number,
  range?: SampleRange,
): Promise<AudioTrack> {
  const others = new OtherWork();
  let isOpen = false;
  const reading = new CustomSource({
    getSize: () => source.size,
    read: async (start, end) => {
      if (!isOpen) await others.letIn();
      return source.read(start, end);
    },
    prefetchProfile: 'fileSystem',
  });
  const input = new Input({ source: reading, formats: [MP4, QTFF, MPEG_TS] });
  try {
    const track = await openInput(input, source, trackNumber, range);
    isOpen = true;
    return track;
  } catch (error) {
    input.dispose();
    throw error;
  }
}

/** A track whose index has the first packets, and whose fragments have the others. */
async function withFragments(track: AudioTrack, fragments: ByteSource): Promise<AudioTrack> {
  let rest: AudioTrack;
  try {
    rest = await openSource(fragments, track.choice?.number);
  } catch (error) {
    if (isAbort(error)) throw error;
    // None is of this track, or none can be read.
    return track;
  }
  const { startTimestamp, info, edits } = track;
  const end = rest.info.duration === null ? null : rest.startTimestamp + rest.info.duration - startTimestamp;
  return {
    ...track,
    isByClock: true,
    info: { ...info, duration: edits ? info.duration : end },
    async *packets() {
      yield* track.packets();
      yield* rest.packets();
    },
    dispose() {
      track.dispose();
      rest.dispose();
    },
  };
}

function isOwn(error: unknown): boolean {
  return (error instanceof Error && error.name === 'AppError') || isAbort(error);
}

async function openInput(
  input: Input,
  source: ByteSource,
  trackNumber?: number,
  range?: SampleRange,
): Promise<AudioTrack> {
  const format = await input.getFormat();
  const tracks = await input.getTracks();
  const hasVideo = tracks.some((track) => track.isVideoTrack());
  const audio = await input.getAudioTracks();
  const { chosen, choice } = chooseTrack(
    await decodableTracks(input, audio, source),
    audio.length,
    trackNumber,
  );
  const { track, coding } = chosen;
  const container = CONTAINERS[format.name] ?? UNNAMED_CONTAINER;
  const { numberOfChannels, sampleRate } = await numbersOf(track, coding);
  checkStreamNumbers(container.container, numberOfChannels, sampleRate);

  const sink = new EncodedPacketSink(track);
  // mediabunny takes each chunk of PCM as one packet.
  const numberIn = (part: TrackPart | undefined) =>
    coding.kind === 'pcm' ? part?.firstChunk : part?.firstSample;
  const first = await firstFrom(sink, numberIn(range?.from) ?? 0);
  if (!first) throw noAudioInFile();
  const clocks = tracks.slice(0, MAX_CLOCKS);
  const codec = await codecName(track, coding);
  const second = await attempt(() => sink.getNextPacket(first));
  const stretch = clockStretch(second ? [first, second] : [first], codec, sampleRate);
  const end = (await endOf(track)) / stretch;
  // An edit that begins behind all sound would leave nothing of it.
  const isShown = end > 0;
  const origin = isShown
    ? recordingStart(container.container, (await input.getFirstTimestamp(clocks)) / stretch)
    : first.timestamp / stretch;
  const edits = origin === 0 ? await editsOf(track, source, end) : [];
  const startTimestamp = Math.min(origin, ...edits.map(({ from }) => from ?? 0));
  const duration = edits.length > 0 ? secondsOf(edits) : end - startTimestamp;
  return {
    info: {
      container: container.container,
      codec,
      extension: hasVideo && container.container === 'mp4' ? 'mp4' : container.extension,
      type: (hasVideo && container.videoType) || container.type,
      duration: Number.isFinite(duration) && duration > 0 ? duration : null,
      numberOfChannels,
      sampleRate,
    },
    coding,
    startTimestamp,
    isByClock: container.container === 'mpeg-ts' || (await track.getDurationFromMetadata()) === null,
    ...(choice && { choice }),
    ...(edits.length > 0 && { edits: edits.map((edit) => shifted(edit, -startTimestamp)) }),
    packets: () => {
      const packets = before(mediabunnyPackets(sink, first, end * stretch), numberIn(range?.to));
      return stretch === 1 ? packets : onClock(packets, stretch);
    },
    dispose: () => input.dispose(),
  };
}

/**
 * Silence before the audio is part of MP4 and MOV. The clocks of transport streams and of fragments are the sender's,
 * below zero before their turn every 26 hours: players set them to zero.
 */
function recordingStart(container: string, firstTimestamp: number): number {
  const honest = container === 'mp4' || container === 'mov';
  return honest && firstTimestamp < LATEST_HONEST_START_SECONDS ? 0 : firstTimestamp;
}

/** End of the sound in seconds, by the last packet: the duration in the header may be unknown, or wrong. */
const endOf = async (track: InputAudioTrack): Promise<number> =>
  (await track.computeDuration()) || (await track.getDurationFromMetadata()) || 0;

/** The edits of a track; none if they leave its sound as it is, but for what an encoder adds at its ends. */
async function editsOf(track: InputAudioTrack, source: ByteSource, soundEnd: number): Promise<Edit[]> {
  const bytes = new ByteReader(source);
  const edits = (await bytes.whileOpening(() => readEdits(bytes, track.id))) ?? [];
  const sounding = edits.filter(({ from }) => from !== null);
  const [only] = sounding;
  if (!only) return [];
  const end = (only.from ?? 0) + only.seconds;
  // Nobody leaves so little: the length is in another unit.
  if (secondsOf(sounding) < LEAST_EDITED_SECONDS) return [];
  const isInPlace =
    Math.abs((only.from ?? 0) - secondsOf(edits.slice(0, edits.indexOf(only)))) < ENCODER_SECONDS;
  const isWhole =
    sounding.length === 1 && edits.at(-1) === only && isInPlace && end > soundEnd - ENCODER_SECONDS;
  return isWhole ? [] : edits;
}

const secondsOf = (edits: readonly Edit[]) => edits.reduce((sum, { seconds }) => sum + seconds, 0);
const shifted = ({ from, seconds }: Edit, by: number): Edit => ({
  from: from === null ? null : from + by,
  seconds,
});

/** Packets up to the one with this number. */
async function* before(
  packets: AsyncGenerator<EncodedPacket, void, undefined>,
  number = Number.POSITIVE_INFINITY,
): AsyncGenerator<EncodedPacket, void, undefined> {
  for await (const packet of packets) {
    if (packet.sequenceNumber >= number) return;
    yield packet;
  }
}

/** All packets from `first` on, as seconds of the container's clock; skips damage up to `duration`, also in seconds. */
export async function* mediabunnyPackets(
  sink: EncodedPacketSink,
  first: EncodedPacket,
  duration: number,
): AsyncGenerator<EncodedPacket, void, undefined> {
  for (let packet: EncodedPacket | null = first; packet; packet = await following(sink, packet, duration))
    yield packet;
}
