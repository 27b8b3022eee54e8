import { languageInEnglish } from '../../addons/language-in-english.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { chapterParts } from '../../document/reading/chapter-parts.ts';
import { recognisedUtterances } from '../../document/recognised-utterances.ts';
import type { SpeechClient } from '../api/speech-client.ts';

/** A suggested chapter, which nobody has accepted yet. */
export interface SuggestedChapter {
  /** Start in the recording, seconds. */
  start: number;
  title: string;
}

const LONGEST_TITLE = 80;
/** Number of first words of a part that are its title if the model gave none. */
const FIRST_WORDS = 6;

interface Options {
  signal: AbortSignal;
  /** Called with the number of parts that have a title, and of all. */
  onProgress: (done: number, all: number) => void;
}

/** Parts of different subjects, with titles of a language model. Throws the error of the first part. */
export async function suggestChapters(
  client: Pick<SpeechClient, 'runAddons'>,
  jobId: string,
  document: CorrectedTranscript,
  { signal, onProgress }: Options,
): Promise<SuggestedChapter[]> {
  const parts = chapterParts(recognisedUtterances(document));
  const chapters: SuggestedChapter[] = [];
  for (const utterances of parts) {
    signal.throwIfAborted();
    onProgress(chapters.length, parts.length);
    const title = await titleOf(client, jobId, utterances, signal);
    chapters.push({ start: utterances[0]?.start ?? 0, title: title ?? firstWords(utterances) });
  }
  return chapters;
}

async function titleOf(
  client: Pick<SpeechClient, 'runAddons'>,
  jobId: string,
  utterances: Utterance[],
  signal: AbortSignal,
): Promise<string | null> {
  const language = languageInEnglish(utterances[0]?.language ?? 'en');
  const prompt = `Write a title in ${language} for this part of a recording, of two to six words. Write nothing but the title.`;
  const { result } = await client.runAddons(
    jobId,
    { transcription: { utterances }, audio_to_llm: true, audio_to_llm_config: { prompts: [prompt] } },
    { signal },
  );
  const answers = result.audio_to_llm;
  if (answers && !answers.success) throw new Error(answers.error?.message ?? 'No title was written.');
  return readTitle(answers?.results?.[0]?.results?.response ?? '');
}

/** The title in a model's answer; null if it is none. */
export function readTitle(answer: string): string | null {
  const line = answer.split('\n').find((one) => one.trim() !== '') ?? '';
  const title = line
    .replace(/^[\s#*"'“”«»„]*(?:title\s*:)?[\s*"'“”«»„]*/iu, '')
    .replace(/[\s*"'“”«».]+$/u, '');
  return title === '' || title.length > LONGEST_TITLE || /^the transcript does not/iu.test(title)
    ? null
    : title;
}

const firstWords = ([first]: readonly Utterance[]): string => {
  const words = (first?.text ?? '').split(/\s+/u);
  return words.length > FIRST_WORDS ? `${words.slice(0, FIRST_WORDS).join(' ')}…` : words.join(' ');
};
