import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvertedIndex } from '../../src/client/library/inverted-index.ts';
import { NEAREST } from '../../src/client/library/search/ask-library.ts';
import { CHARACTERS_PER_SECOND, meantPassages } from '../../src/client/library/search/meant-passages.ts';
import {
  encodeQuestion,
  packVectors,
  passageVectors,
  VECTORS_EACH,
  VectorIndex,
} from '../../src/client/library/search/vector-index.ts';
import type { SentenceEncoderModel } from '../../src/language/text/sentence-encoder.ts';
import { spokenUtterance } from '../fakes/spoken-utterance.ts';
import { hasMiniLm, loadMiniLm } from '../miniatures/minilm.ts';
import { type Figure, percentile } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';
import calls from './summaries/calls.json' with { type: 'json' };
import unseen from './summaries/unseen-calls.json' with { type: 'json' };

/** Of the questions that nobody looks at while rules are changed. */
const SEALED = {
  questions: 'cf75009eebb482bc2e8ac5b7616a1fc78c1cfc4c022178d1b4a3c2f54132a576',
  unanswered: 'dc188d0f5c8fd3ad595f1ff7bbff5da1efcffeab64312f6f6703f2fb63474c1a',
};
const MOST = 3;
const TARGET = 80;
/** Passages of 25 s in 1,000 hours. */
const PASSAGES = 144_000;
/** As the library searches first. */
const WORDS = { isPrefix: (word: string) => word.length > 2, mistakes: () => 0 };

interface Question {
  question: string;
  recording: string;
  /** Words of the passage that answers it. */
  passage: string;
}

function readSealed<One>(name: string, hash?: string): One[] {
  const bytes = readFileSync(new URL(`meaning/${name}.json`, import.meta.url));
  if (hash && createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new Error(`${name}.json is not as it was sealed.`);
  return JSON.parse(String(bytes));
}

interface Passage {
  recording: string;
  text: string;
}

/** The passages of the English calls, as the library cuts them. */
function passagesOfCalls(): Passage[] {
  return [...calls, ...unseen]
    .filter(({ language }) => language === 'en')
    .flatMap(({ name, said }) => {
      let start = 0;
      const turns = said.map(([speaker, text]) => {
        const spoken = spokenUtterance(String(text), { start });
        start = spoken.end + 0.5;
        return { kind: 'text' as const, start: spoken.start, speaker: Number(speaker), text: spoken.text };
      });
      return meantPassages(turns).map(({ text }) => ({ recording: name, text }));
    });
}

/**
 * Questions in other words than the answers, over invented calls and meetings: how often the right passage is among the first three, by
 * meaning with MiniLM, and by the search for words. Beside it what 1,000 hours take.
 */
export async function meaningAccuracy(): Promise<SectionReport> {
  if (!hasMiniLm()) throw new Error('MiniLM is not made: see tests/miniatures/minilm.ts.');
  const model = await loadMiniLm();
  const passages = passagesOfCalls();
  const [meaning, words] = [new VectorIndex(), new InvertedIndex()];
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  for (const [number, { recording, text }] of passages.entries()) {
    meaning.set(`${number}`, packVectors(await passageVectors(recording, text, model.encode)));
    words.set(`${number}`, { name: '', labels: '', notes: '', text });
  }
  const [took, { user, system }] = [performance.now() - begun, process.cpuUsage(cpu)];
  const spoken = passages.reduce((sum, { text }) => sum + text.length / CHARACTERS_PER_SECOND, 0);
  const speed = (name: string, ms: number) => ({
    section: 'meaning',
    name,
    value: (spoken * 1000) / ms,
    unit: '×',
  });
  const missed: { question: string; found: (string | undefined)[] }[] = [];
  const measure = async (what: string, questions: readonly Question[]): Promise<Figure[]> => {
    const right = { meaning: 0, words: 0 };
    for (const { question, recording, passage } of questions) {
      const isAmong = (found: readonly { id: string }[]) =>
        found.slice(0, MOST).some(({ id }) => {
          const one = passages[Number(id)];
          return one?.recording === recording && one.text.includes(passage);
        });
      const near = meaning.nearest(await encodeQuestion(question, model.encode), MOST, 1);
      if (isAmong(near)) right.meaning += 1;
      else missed.push({ question, found: near.map(({ id }) => passages[Number(id)]?.text) });
      if (isAmong(words.search(question, WORDS).found)) right.words += 1;
    }
    const share = (count: number) => (count / questions.length) * 100;
    const of = `${questions.length} ${what}, ${passages.length} passages`;
    return [
      {
        section: 'meaning',
        name: `by meaning, among three: ${of}`,
        value: share(right.meaning),
        unit: '%',
        atLeast: TARGET,
      },
      { section: 'meaning', name: `by words, among three: ${of}`, value: share(right.words), unit: '%' },
    ];
  };
  const figures = [
    ...(await measure('questions', readSealed('questions'))),
    ...(await measure('sealed questions', readSealed('sealed-questions', SEALED.questions))),
    ...(await measureAnswers(model, meaning, passages)),
    ...(await measureSize(model)),
    { ...speed('vectors are made, times real time', took), atLeast: 200 },
    speed('the same by the processor', (user + system) / 1000),
  ];
  await model.dispose();
  return { figures, details: missed, failed: 0 };
}

/** How many questions get the passage that answers them, and how many that none answers get nothing. */
async function measureAnswers(
  model: SentenceEncoderModel,
  index: VectorIndex,
  passages: readonly Passage[],
): Promise<Figure[]> {
  const answer = async (question: string) => {
    const near = index.nearest(await encodeQuestion(question, model.encode), NEAREST.most, 1);
    return near.flatMap(({ id, score }) => (score < NEAREST.cosine ? [] : (passages[Number(id)] ?? [])));
  };
  const isRight = (one: Question, said: readonly Passage[]) =>
    said.some(({ recording, text }) => recording === one.recording && text.includes(one.passage));
  const figures: Figure[] = [];
  for (const [kind, hashes] of Object.entries({ open: null, sealed: SEALED })) {
    const of = hashes ? 'sealed-' : '';
    const [questions, unanswered] = [
      readSealed<Question>(`${of}questions`, hashes?.questions),
      readSealed<string>(`${of}unanswered`, hashes?.unanswered),
    ];
    const asked = await inTurn(questions, async (one) => isRight(one, await answer(one.question)));
    const none = await inTurn(unanswered, answer);
    const count = (name: string, some: readonly boolean[]) =>
      figures.push({
        section: 'meaning',
        name: `${kind} questions ${name}, of ${some.length}`,
        value: some.filter(Boolean).length,
        unit: '',
      });
    count('whose passage is among the nearest', asked);
    count(
      'without an answer that are refused',
      none.map((near) => near.length === 0),
    );
  }
  return figures;
}

/** One after the other: the model does one at a time. */
async function inTurn<One, Result>(
  some: readonly One[],
  each: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of some) results.push(await each(one));
  return results;
}

async function measureSize(model: SentenceEncoderModel): Promise<Figure[]> {
  const index = new VectorIndex();
  const vectors = Array.from({ length: 144 * VECTORS_EACH }, (_, seed) =>
    Float32Array.from({ length: 384 }, (_, at) => Math.sin((seed + 1) * (at + 1) * 12.9898) / 14),
  );
  for (let hour = 0; hour < PASSAGES / 144; hour += 1) index.set(`${hour}`, packVectors(vectors));
  const took: number[] = [];
  for (let turn = 0; turn < 21; turn += 1) {
    const begun = process.cpuUsage();
    const question = `What did they say about the budget of year ${turn}?`;
    index.nearest(await encodeQuestion(question, model.encode), MOST, 2);
    const { user, system } = process.cpuUsage(begun);
    // The processor's time: other work on the machine hardly changes it.
    took.push((user + system) / 1000);
  }
  return [
    { section: 'meaning', name: 'index of 1,000 hours', value: index.bytes / 1e6, unit: 'MB', atMost: 60 },
    {
      section: 'meaning',
      name: 'an answer from 1,000 hours (time of the processor, median)',
      value: percentile(took, 0.5),
      unit: 'ms',
      atMost: 150,
    },
  ];
}
