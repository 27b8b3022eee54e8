import { languageInEnglish } from '../../addons/language-in-english.ts';
import type { OpenAiDiarized, OpenAiText, OpenAiVerbose } from '../../contract/openai/openai-answers.ts';
import type { TranslatedUtterance } from '../../contract/transcripts/utterance.ts';
import { z } from '../../lib/zod.ts';

/** A transcript or its translation, as the formats of OpenAI's wire are made of it; `duration` in seconds. */
export interface WholeText {
  text: string;
  utterances: readonly TranslatedUtterance[];
  languages: readonly string[];
  duration: number;
  names?: ReadonlyMap<number, string>;
}

const usageOf = ({ duration }: WholeText) => ({ type: 'duration', seconds: duration }) as const;

/** Natural logarithm of a confidence, which is 0 to 1 with two decimals. */
const logOf = (confidence: number) => Math.log(Math.max(confidence, 0.005));

/** Words in the place of tokens: their confidences are all that is stored. */
export const logprobsOf = ({ utterances }: WholeText): NonNullable<OpenAiText['logprobs']> =>
  utterances
    .flatMap(({ words }) => words)
    .map(({ word, confidence }) => ({
      token: word,
      logprob: logOf(confidence),
      bytes: [...new TextEncoder().encode(word)],
    }));

export const toText = (whole: WholeText, withLogprobs: boolean): OpenAiText => ({
  text: whole.text,
  languages: whole.languages.map((code) => ({ code })),
  ...(withLogprobs && { logprobs: logprobsOf(whole) }),
  usage: usageOf(whole),
});

interface VerboseChoices {
  task: OpenAiVerbose['task'];
  granularities: readonly ('word' | 'segment')[];
  temperature: number;
}

/** Segments are utterances. Figures that only OpenAI's decoder has are those of a segment without fault. */
export function toVerbose(
  whole: WholeText,
  { task, granularities, temperature }: VerboseChoices,
): OpenAiVerbose {
  const words = whole.utterances.flatMap((utterance) => utterance.words);
  const segments = whole.utterances.map(({ start, end, text, confidence }, id) => ({
    id,
    seek: 0,
    start,
    end,
    text,
    tokens: [],
    temperature,
    avg_logprob: logOf(confidence),
    compression_ratio: 1,
    no_speech_prob: 0,
  }));
  return {
    task,
    language: task === 'translate' ? 'english' : nameOf(whole.languages[0]),
    duration: whole.duration,
    text: whole.text,
    ...(granularities.includes('word') && {
      words: words.map(({ word, start, end }) => ({ word: word.trim(), start, end })),
    }),
    ...(granularities.includes('segment') && { segments }),
    usage: usageOf(whole),
  };
}

/** A recording without speech has no known language. */
const nameOf = (code: string | undefined): string =>
  code === undefined ? 'unknown' : languageInEnglish(code).toLowerCase();

export function toDiarized(whole: WholeText): OpenAiDiarized {
  // Letters for those without a name, in order of appearance.
  const speakers = new Set(whole.utterances.map(({ speaker = 0 }) => speaker));
  const letters = [...speakers].filter((speaker) => !whole.names?.has(speaker));
  return {
    task: 'transcribe',
    duration: whole.duration,
    text: whole.text,
    segments: whole.utterances.map(({ start, end, text, speaker }, index) => ({
      type: 'transcript.text.segment',
      id: `seg_${index}`,
      start,
      end,
      text,
      speaker: whole.names?.get(speaker ?? 0) ?? letterOf(letters.indexOf(speaker ?? 0)),
    })),
    usage: usageOf(whole),
  };
}

const knownSpeakers = z.object({
  diarization: z.object({
    known_speakers: z.array(z.object({ name: z.string(), speakers: z.array(z.int()) })),
  }),
});

/** Names of a job's known speakers, by the numbers of speakers. */
export function namesOf(session: unknown): Map<number, string> {
  const { data } = knownSpeakers.safeParse(session);
  const known = data?.diarization.known_speakers ?? [];
  return new Map(known.flatMap(({ name, speakers }) => speakers.map((speaker) => [speaker, name] as const)));
}

/** A, B … Z, AA, AB … for speakers counted from 0. */
export function letterOf(speaker: number): string {
  const before = Math.floor(speaker / 26);
  return (before > 0 ? letterOf(before - 1) : '') + String.fromCharCode(65 + (speaker % 26));
}
