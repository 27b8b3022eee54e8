import { contentTerms } from '../../../addons/content-terms.ts';
import type { FoundPassage } from '../../../contract/transcripts/library-search.ts';
import { readPassages } from '../../../storage/library/library-texts.ts';
import { type AskedPassage, answerQuestion } from './answer-question.ts';
import type { Searched } from './answer-search.ts';
import { meantPassages } from './meant-passages.ts';

/** Passages near to the question, and recordings with its words, in which an answer is looked for. */
const MOST_MEANT = 5;
const MOST_RECORDINGS = 5;

/** Sentences of the library that answer a question, shortest first; empty if none does. Without a model, those with all of its words. */
export async function askLibrary(
  question: string,
  { index, meaning }: Searched,
  isRead: (id: string) => boolean = () => true,
): Promise<FoundPassage[]> {
  await index.prepare();
  const hits = await meaning.search(question, MOST_MEANT, isRead).catch((error: unknown) => {
    // What fails of the meaning costs no words.
    console.warn(error);
    return null;
  });
  const meant = (hits ?? []).flatMap(({ score: _, ...hit }) => asked(hit, index));
  const worded = await passagesWithWords(question, index, isRead);
  return answerQuestion(question, [...meant, ...worded], hits && meaning.encode);
}

function asked(passage: FoundPassage, index: Searched['index']): AskedPassage[] {
  const recording = index.named(passage.id);
  return recording ? [{ ...passage, name: recording.name, language: recording.language }] : [];
}

/** What is said in the recordings that have the question's words. */
async function passagesWithWords(
  question: string,
  index: Searched['index'],
  isRead: (id: string) => boolean,
): Promise<AskedPassage[]> {
  const found = new Set<string>();
  for (const language of index.spokenLanguages) {
    const terms = contentTerms(question, language);
    if (terms.length === 0) continue;
    for (const { id } of await index.search(terms.join(' '), { recordings: 0, passages: 0 }, isRead))
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
