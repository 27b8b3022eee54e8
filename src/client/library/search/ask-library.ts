import { isRefusal } from '../../../addons/audio_to_llm/ground-answer.ts';
import { contentTerms } from '../../../addons/content-terms.ts';
import { inventedIn } from '../../../addons/invented-in.ts';
import { transcriptionLanguageCode } from '../../../contract/transcripts/language-code.ts';
import type { FoundPassage } from '../../../contract/transcripts/library-search.ts';
import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import { citedMoments } from '../../../document/reading/cited-moments.ts';
import { sentencesOf } from '../../../engine/transcript/text-sentences.ts';
import { readPassages } from '../../../storage/library/library-texts.ts';
import type { LibraryIndex } from '../library-index.ts';
import type { MeaningIndex, MeantHit } from './meaning-index.ts';
import { meantPassages } from './meant-passages.ts';
import { questionTerms } from './question-terms.ts';

/** Passages near to the question, and recordings with its words, in which an answer is looked for. */
const MOST_MEANT = 5;
/** Of 40 questions with an answer, the right passage of one is less near; beyond it, those without one are as near (docs/accuracy.md). */
export const NEAREST = { most: 3, cosine: 0.22 };
const MOST_RECORDINGS = 5;
/** Passages that a language model reads. */
const MOST_READ = 10;
/** Seconds of each, as far as a model is concerned. */
const READ_SECONDS = 30;

/** A passage that may have the answer. */
export interface AskedPassage extends FoundPassage {
  language: string;
}

/** What a search goes through. */
export interface Searched {
  index: LibraryIndex;
  meaning: MeaningIndex;
}

/** What the library answers to a question. */
export interface AskedLibrary {
  /** Passages that come nearest to the question, the shortest first; empty if none is near. Whether they answer it is for the reader. */
  nearest: FoundPassage[];
  /** Passages in which the answer was looked for, the likeliest first. */
  passages: AskedPassage[];
}

/** A sentence of an answer, with the passages that it is from. */
export interface CitedSentence {
  text: string;
  places: FoundPassage[];
}

/** Passages by meaning; null where there is no model, or where it fails: that costs no words. */
export const searchMeaning = (
  text: string,
  most: number,
  meaning: MeaningIndex,
  isRead: (id: string) => boolean,
): Promise<MeantHit[] | null> =>
  meaning.search(text, most, isRead).catch((error: unknown) => {
    console.warn(error);
    return null;
  });

/** Answers a question by what was said. Without a model for vectors, by passages with most of its words. */
export async function askLibrary(
  question: string,
  { index, meaning }: Searched,
  isRead: (id: string) => boolean = () => true,
): Promise<AskedLibrary> {
  await index.prepare();
  const hits = await searchMeaning(question, MOST_MEANT, meaning, isRead);
  const near = (hits ?? []).filter(({ score }) => score >= NEAREST.cosine).slice(0, NEAREST.most);
  const meant = (hits ?? []).flatMap((hit) => asked(hit, index));
  const worded = await passagesWithWords(question, index, isRead);
  const nearest = near.length > 0 ? near.flatMap((hit) => asked(hit, index)) : likeliest(question, worded);
  return {
    nearest: nearest
      .map(({ language: _, ...passage }) => passage)
      .toSorted((one, other) => one.text.length - other.text.length),
    passages: [...meant, ...worded].slice(0, MOST_READ),
  };
}

function asked({ id, start, speaker, text }: FoundPassage, index: LibraryIndex): AskedPassage[] {
  const { name, language } = index.named(id) ?? {};
  return name === undefined || language === undefined ? [] : [{ id, name, start, speaker, text, language }];
}

/** Passages with half of the question's words, and two at least, where meaning finds none: those with most of them first. */
function likeliest(question: string, passages: readonly AskedPassage[]): AskedPassage[] {
  const languages = new Set(passages.map(({ language }) => language));
  const termsOf = new Map(
    [...languages].map((language) => [language, [...questionTerms(question, language)]]),
  );
  return passages
    .map((passage) => {
      const terms = termsOf.get(passage.language) ?? [];
      const said = new Set(contentTerms(passage.text, passage.language));
      return { passage, most: terms.length, shared: terms.filter((term) => said.has(term)).length };
    })
    .filter(({ shared, most }) => shared > 1 && shared >= most / 2)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, NEAREST.most)
    .map(({ passage }) => passage);
}

/** What is said in the recordings that have the question's words. */
async function passagesWithWords(
  question: string,
  index: Searched['index'],
  isRead: (id: string) => boolean,
): Promise<AskedPassage[]> {
  const found = new Set<string>();
  for (const language of index.spokenLanguages) {
    const terms = questionTerms(question, language);
    if (terms.size === 0) continue;
    for (const { id } of await index.search([...terms].join(' '), { recordings: 0, passages: 0 }, isRead))
      found.add(id);
  }
  const passages: AskedPassage[] = [];
  for (const id of [...found].slice(0, MOST_RECORDINGS)) {
    const { speakers = [] } = index.named(id) ?? {};
    for (const { start, speaker, text } of meantPassages(await readPassages(id)))
      passages.push(...asked({ id, name: '', start, speaker: speakers[speaker ?? -1] ?? null, text }, index));
  }
  return passages;
}

/** Passages as utterances, one after the other: they are of several recordings. Those in languages that are not transcribed are left out. */
export const readable = (passages: readonly AskedPassage[]): Utterance[] =>
  passages.flatMap(({ text, language }, index) => {
    const known = transcriptionLanguageCode.safeParse(language);
    if (!known.success) return [];
    const [start, end] = [index * READ_SECONDS, (index + 1) * READ_SECONDS];
    const words = (text.match(/\s*\S+/gu) ?? []).map((word, at, { length }) => {
      const width = READ_SECONDS / length;
      return { word, start: start + at * width, end: start + (at + 1) * width, confidence: 1 };
    });
    return [{ start, end, confidence: 1, channel: 0, words, text, language: known.data }];
  });

/** The sentences of an answer that a language model wrote from passages, as far as they confirm it: none that names or counts what is not there. */
export function groundSentences(answer: string, passages: readonly AskedPassage[]): CitedSentence[] {
  if (isRefusal(answer)) return [];
  const language = passages[0]?.language ?? 'en';
  const said = {
    full_transcript: passages.map(({ name, speaker, text }) => `${name} ${speaker ?? ''} ${text}`).join('\n'),
    languages: [],
    utterances: [],
  };
  // The number of a passage is its time: only the passage is needed.
  const numbered = passages.map((passage, start) => ({ ...passage, start }));
  return answer.split('\n').flatMap((line) =>
    sentencesOf(line, language).flatMap((sentence) => {
      const text = sentence.trim();
      const places = citedMoments(text, numbered).flatMap(({ start }) => passages[start] ?? []);
      return places.length > 0 && inventedIn(text, said).length === 0 ? [{ text, places }] : [];
    }),
  );
}
