import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { CancellationPoint } from '../../../src/engine/decoding/cancellation-point.ts';
import { concatenate } from '../../../src/lib/bytes/concatenate.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { alignWords } from '../align-words.ts';
import { channelsOf } from '../live/recognise-live.ts';
import { type OpenedWhisper, openWhisperBase } from '../open-whisper-base.ts';
import { SAMPLE_RATE, wavBytes } from '../whisper/write-wav.ts';
import { normaliseWords } from '../word-error-rate.ts';

const section = 'last-words';
const SHARED = join(PROJECT_ROOT, '../shared/audio');
const PAUSES = [0.8, 2.5];
/** Of the noise of a room. */
const QUIET = 0.0005;

/** Recordings of a language, and where the first of them is cut between two words, seconds. */
const RECORDINGS: Readonly<Record<string, { files: string[]; cuts: number[] }>> = {
  fr: {
    files: [
      join(SHARED, 'leopard/test_fr.wav'),
      join(SHARED, 'corpus/uberi/french.aiff'),
      join(PROJECT_ROOT, 'tests/fixtures/terms/bonjour_fr.wav'),
    ],
    cuts: [1.88, 2.37, 3.15, 4.27],
  },
  ja: { files: [join(SHARED, 'leopard/test_ja.wav')], cuts: [1.55, 2.78, 3.41, 4.21] },
};
/** A reader behind the only Japanese recording, in another language. */
const OTHERS = ['leopard/test_ko.wav', 'leopard/test_fr.wav', 'leopard/test_de.wav'];

interface Joined {
  name: string;
  language: string;
  first: Float32Array;
  second: Float32Array;
  pause: number;
}

function quiet(seconds: number): Float32Array {
  const draw = seededRandom(7);
  return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, () => QUIET * (2 * draw() - 1));
}

async function joinedRecordings(lang: string | undefined): Promise<Joined[]> {
  const pcmOf = async (path: string) => (await channelsOf(path))[0] ?? new Float32Array();
  const made: Joined[] = [];
  for (const [language, { files, cuts }] of Object.entries(RECORDINGS)) {
    if (lang !== undefined && lang !== language) continue;
    const sounds = await Promise.all(files.map(pcmOf));
    const others =
      sounds.length > 1 ? [] : await Promise.all(OTHERS.map((file) => pcmOf(join(SHARED, file))));
    const pairs = sounds.flatMap((first, at) =>
      [...sounds.filter((_, index) => index !== at), ...others].map((second, index) => ({
        ...{ name: `${at} before ${index}`, first, second },
      })),
    );
    const [whole = new Float32Array()] = sounds;
    const parted = cuts.map((cut) => {
      const at = Math.round(cut * SAMPLE_RATE);
      return { name: `cut at ${cut} s`, first: whole.slice(0, at), second: whole.slice(at) };
    });
    for (const pause of PAUSES)
      made.push(...[...pairs, ...parted].map((one) => ({ ...one, language, pause })));
  }
  return made;
}

/** Words that begin alike are one in another spelling: "général" and "générales". */
const isLike = (word: string, other: string): boolean =>
  other.startsWith(word.slice(0, Math.max(Math.ceil(word.length / 2), 1)));

/** Whether the last word of a text is missing in another one, where the next sentence may be in its place. */
export function lacksLastWord(alone: string, text: string, language: string): boolean {
  const said = normaliseWords(alone, language);
  const written = normaliseWords(text, language);
  const pairs = alignWords(said, written);
  const before = pairs.findLast(({ reference, kind }) => kind === 'hit' && reference !== said.length - 1);
  const place = (before?.hypothesis ?? -1) + said.length - 1 - (before?.reference ?? -1);
  // A word more or less between them moves it by one.
  const near = written.slice(Math.max(place - 1, (before?.hypothesis ?? -1) + 1), place + 2);
  return !near.some((word) => isLike(said.at(-1) ?? '', word));
}

/** The likeliest tokens of the whole window, without voice activity. */
async function plainText({ parts }: OpenedWhisper, pcm: Float32Array, code: string): Promise<string> {
  const { encodeWhole } = await import('../../../src/engine/asr/whisper/encoder/encode-audio.ts');
  const { prefillDecoder } = await import('../../../src/engine/asr/whisper/decoding/prefill-decoder.ts');
  const { decodeText } = await import('../../../src/engine/asr/whisper/decoding/decode-text.ts');
  const { config } = parts.model;
  const audio = await encodeWhole(parts, pcm);
  const frames = audio.positions;
  const language = { language: code, confidence: 1 };
  const { prefix } = await prefillDecoder(parts, audio, {
    language,
    among: { languages: [] },
    prompt: '',
    frames,
  });
  const { maxInitialTimestamp } = config;
  const options = { temperature: 0, draw: () => 0, maxInitialTimestamp, frames, mostTokens: 0 };
  const cancellation = new CancellationPoint(new AbortController().signal);
  const { tokens } = await decodeText(parts.model, prefix, options, cancellation);
  parts.model.release(audio);
  return parts.text.textOf(tokens.filter((token) => token < config.endToken));
}

/** Last words before a pause that are missing where another sentence follows, of French and Japanese recordings. */
export async function lastWordsAccuracy(lang?: string): Promise<SectionReport> {
  const whisper = await openWhisperBase();
  const textOf = async (pcm: Float32Array, language: string) => {
    const words = await whisper.transcribe(await whisper.windowsOf(wavBytes(pcm)), language);
    return words.map(({ word }) => word).join('');
  };
  const counts = new Map<string, { joined: number; lost: number; plain: number }>();
  const details: unknown[] = [];
  for (const { name, language, first, second, pause } of await joinedRecordings(lang)) {
    const sound = concatenate([first, quiet(pause), second]);
    const alone = await textOf(first, language);
    const text = await textOf(sound, language);
    const plain = await plainText(whisper, sound, language);
    const count = counts.get(language) ?? { joined: 0, lost: 0, plain: 0 };
    const isLost = lacksLastWord(alone, text, language);
    count.joined += 1;
    count.lost += Number(isLost);
    count.plain += Number(lacksLastWord(alone, plain, language));
    counts.set(language, count);
    details.push({ name, language, pause, alone, text, plain });
    console.log(
      `${language} ${name}, ${pause} s${isLost ? ': LOST' : ''}\n  ${alone}\n  ${text}\n  ${plain}`,
    );
  }
  await whisper.parts.model.dispose();
  const figures = [...counts].flatMap(([language, { joined, lost, plain }]) => [
    {
      ...{ section, name: `${language}: last words lost before a pause, of ${joined}` },
      ...{ value: lost, unit: '', atMost: 0 },
    },
    {
      section,
      name: `${language}: the same, the likeliest tokens of the whole window`,
      value: plain,
      unit: '',
    },
  ]);
  return { figures, details, failed: 0 };
}
