import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { isWebKit } from '../../../lib/is-webkit.ts';
import type { AudioTrack } from '../../../media/audio-track.ts';
import { SILENT_AAC_FRAME } from './aac-frames.ts';
import { DecoderGaveUp } from './decoder-gave-up.ts';
import { decodeFrames } from './open-codecs/decode-frames.ts';
import { openCodec } from './open-codecs/open-codec.ts';
import { PacketQueue } from './packet-queue.ts';
import { type DecodeFile, decodeAacInPage } from './page-decoder.ts';
import type { PcmBlock } from './pcm-block.ts';
import { decodeWithWebCodecs, isDecodable } from './webcodecs-decoder.ts';

interface Rung {
  decode(queue: PacketQueue): AsyncGenerator<PcmBlock, void, undefined>;
}

/**
 * Decodes packets into PCM with the first decoder that can: the browser's WebCodecs, otherwise an open decoder in
 * WebAssembly, otherwise the page's `decodeAudioData`. Throws 415, naming the codec and a remedy, if none can, and at
 * once if there is none to try.
 */
export async function decodeCoded(
  track: Pick<AudioTrack, 'packets' | 'info'>,
  config: AudioDecoderConfig,
  decodeFile: DecodeFile | null,
  withoutWebCodecs = false,
): Promise<AsyncGenerator<PcmBlock, void, undefined>> {
  const rungs = await ladder(config, decodeFile, withoutWebCodecs);
  if (rungs.length === 0) throw notDecodable(track.info.codec, config);
  return climb(new PacketQueue(track.packets()), rungs, () => notDecodable(track.info.codec, config));
}

async function ladder(
  config: AudioDecoderConfig,
  decodeFile: DecodeFile | null,
  withoutWebCodecs: boolean,
): Promise<Rung[]> {
  const rungs: Rung[] = [];
  const open = openCodec(config.codec);
  const isAac = config.codec.startsWith('mp4a.40');
  if (open) rungs.push({ decode: (queue) => decodeFrames(queue, config, open) });
  if (isAac && decodeFile) rungs.push({ decode: (queue) => decodeAacInPage(queue, config, decodeFile) });
  // In WebKitGTK 2.50, WebCodecs end the whole page for AAC and Opus, and answer nothing for MP3.
  if (rungs.length > 0 && (withoutWebCodecs || isWebKit())) return rungs;
  if (!(await isDecodable(config))) return rungs;
  // An open decoder distinguishes damage from a missing codec; for AAC there is none, and an intact frame decides.
  const mayGiveUp = async () => open !== null || (isAac && !(await decodesAac()));
  const webCodecs: Rung = { decode: (queue) => decodeWithWebCodecs(queue, { config, mayGiveUp }) };
  return [webCodecs, ...rungs];
}

async function* climb(
  queue: PacketQueue,
  rungs: readonly Rung[],
  refusal: () => AppError,
): AsyncGenerator<PcmBlock, void, undefined> {
  try {
    for (const rung of rungs) {
      try {
        yield* rung.decode(queue);
        return;
      } catch (error) {
        if (!(error instanceof DecoderGaveUp)) throw error;
        console.info(`A decoder gave up: ${error.message}.`);
        queue.putBack(error.undecoded);
      }
    }
    throw refusal();
  } finally {
    await queue.close();
  }
}

/** Whether WebCodecs really decodes AAC here: some browsers claim so and reject every frame. */
async function decodesAac(): Promise<boolean> {
  const packet = { data: Uint8Array.from(SILENT_AAC_FRAME), timestamp: 0, duration: 1024 / 44_100 };
  const packets = async function* () {
    yield packet;
    yield { ...packet, timestamp: packet.duration };
  };
  // Low complexity, 44.1 kHz, mono.
  const description = Uint8Array.of(0x12, 0x08);
  const config = { codec: 'mp4a.40.2', sampleRate: 44_100, numberOfChannels: 1, description };
  try {
    const mayGiveUp = async () => true;
    for await (const block of decodeWithWebCodecs(new PacketQueue(packets()), { config, mayGiveUp })) {
      if (block.planes.length > 0) return true;
    }
    return false;
  } catch (error) {
    if (error instanceof DecoderGaveUp) return false;
    throw error;
  }
}

const notDecodable = (codec: string, { numberOfChannels, sampleRate }: AudioDecoderConfig): AppError =>
  new AppError(
    'unsupported_media',
    msg`This browser cannot decode ${codec.toUpperCase()} with ${numberOfChannels} channels at ${sampleRate} Hz.`,
    { remedy: msg`Convert the recording to WAV, FLAC or MP3, or use another browser.` },
  );
