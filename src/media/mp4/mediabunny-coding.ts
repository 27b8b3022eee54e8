import type { Input, InputAudioTrack } from 'mediabunny';
import type { ByteSource } from '../../lib/bytes/byte-source.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AudioCoding, PcmFormat } from '../audio-track.ts';
import { ByteReader } from '../byte-reader.ts';
import type { Candidate } from '../choose-track.ts';
import foreignCodecs from '../foreign-codecs.json' with { type: 'json' };
import { damaged, undecodable } from '../media-errors.ts';
import { alacNumbers, findAlacCookie } from './alac-cookie.ts';

const FOREIGN_CODECS: Record<string, string> = foreignCodecs.mp4;

/** Sample entries of MP3 in QuickTime: its own, and the format tag of WAVE. */
const QUICKTIME_MP3 = ['.mp3', 'ms\0U'];

/** Audio tracks among which one is chosen. */
const MAX_TRACKS = 32;

interface DecodableTrack extends Candidate {
  track: InputAudioTrack;
  coding: AudioCoding;
}

/** The tracks that can be decoded, and how. Throws 415 if there are none, 422 if there is no audio at all. */
export async function decodableTracks(
  input: Input,
  audio: InputAudioTrack[],
  source: ByteSource,
): Promise<DecodableTrack[]> {
  const [first] = audio;
  if (!first) {
    const tracks = await input.getTracks();
    if (tracks.length > 0) throw damaged(msg`The file has no audio track.`);
    throw damaged(
      msg`The file is truncated or damaged: no audio track was found. If the recording was interrupted, repair it in the program that made it.`,
    );
  }
  const candidates: DecodableTrack[] = [];
  for (const [index, track] of audio.slice(0, MAX_TRACKS).entries()) {
    const coding = await codingOf(track, source);
    if (!coding) continue;
    const isPreferred = (await track.getDisposition()).default;
    const seconds = await track.getDurationFromMetadata();
    candidates.push({ track, coding, number: index + 1, isPreferred, seconds });
  }
  if (candidates.length > 0) return candidates;
  const name = String((await first.getCodec()) ?? (await first.getInternalCodecId()) ?? 'unknown');
  throw undecodable(FOREIGN_CODECS[name] ?? `"${name}"`);
}

async function codingOf(track: InputAudioTrack, source: ByteSource): Promise<AudioCoding | null> {
  const codec = await track.getCodec();
  if (codec === null) {
    const id = await track.getInternalCodecId();
    if (id !== null && QUICKTIME_MP3.includes(String(id))) {
      const numbers = {
        numberOfChannels: await track.getNumberOfChannels(),
        sampleRate: await track.getSampleRate(),
      };
      return { kind: 'webcodecs', config: { codec: 'mp3', ...numbers } };
    }
    if (id !== 'alac') return null;
    const cookie = await findAlacCookie(new ByteReader(source));
    return cookie ? { kind: 'alac', cookie } : null;
  }
  if (codec === 'ac3' || codec === 'eac3') return { kind: 'ac3', variant: codec };
  if (codec === 'dts') return null;
  const pcm = pcmFormatOf(codec);
  if (pcm) return { kind: 'pcm', format: pcm };
  const config = await track.getDecoderConfig();
  return config ? { kind: 'webcodecs', config } : null;
}

function pcmFormatOf(codec: string): PcmFormat | null {
  if (codec === 'alaw' || codec === 'ulaw') return { encoding: codec, bytesPerSample: 1, littleEndian: true };
  const [, letter, bits, big] = /^pcm-([suf])(\d+)(be)?$/.exec(codec) ?? [];
  if (!letter) return null;
  const encoding = letter === 'f' ? 'float' : letter === 'u' ? 'unsigned' : 'signed';
  return { encoding, bytesPerSample: Number(bits) / 8, littleEndian: !big };
}

/** Of ALAC by its own settings: a sample entry has no room for rates above 65,535 Hz. */
export async function numbersOf(track: InputAudioTrack, coding: AudioCoding) {
  return coding.kind === 'alac'
    ? alacNumbers(coding.cookie)
    : { numberOfChannels: await track.getNumberOfChannels(), sampleRate: await track.getSampleRate() };
}

export async function codecName(track: InputAudioTrack, coding: AudioCoding): Promise<string> {
  if (coding.kind === 'alac') return 'alac';
  return (await track.getCodec()) ?? (coding.kind === 'webcodecs' ? coding.config.codec : 'unknown');
}
