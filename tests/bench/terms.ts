import { vocabularyHotWords } from '../../src/addons/custom_vocabulary/vocabulary-hot-words.ts';
import { corpusClips } from '../accuracy/corpus/corpus-clips.ts';
import { type OpenedWhisper, openWhisperBase, soundOf } from '../accuracy/open-whisper-base.ts';
import { madeUpNames } from '../accuracy/vocabulary-accuracy.ts';
import type { Figure } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';

const MANY_TERMS = 1000;
/** Aim: most that the terms add to recognition. */
const MOST_PERCENT = 2;
/** So many sentences each of these languages. */
const LANGUAGES = ['en', 'de', 'es'];
const SENTENCES = 4;
const [SHORTEST, LONGEST] = [8, 20];

interface Cost {
  /** Processor time, seconds. */
  seconds: number;
  /** Tokens that the decoder reads one by one. */
  steps: number;
}

const add = (a: Cost, b: Cost): Cost => ({ seconds: a.seconds + b.seconds, steps: a.steps + b.steps });

/**
 * What a thousand terms that are not said cost recognition with Whisper base, encoder and decoder. Both ways take turns; of several rounds
 * the least of each sentence counts, since other work on the machine only adds.
 */
export async function terms({ rounds }: BenchOptions): Promise<Figure[]> {
  const clips = corpusClips().filter(({ seconds }) => seconds >= SHORTEST && seconds <= LONGEST);
  const chosen = LANGUAGES.flatMap((code) =>
    clips.filter(({ language }) => language === code).slice(0, SENTENCES),
  );
  if (chosen.length === 0) {
    console.log('terms: left out, because ../shared has no recordings.');
    return [];
  }
  const { parts, windowsOf, transcribe } = await openWhisperBase();
  const hotWords = vocabularyHotWords({ vocabulary: madeUpNames('en', MANY_TERMS) }, 'en');
  const steps = countSteps(parts.model);
  let without: Cost = { seconds: 0, steps: 0 };
  let withTerms = without;
  for (const { path, language, file } of chosen) {
    const windows = await windowsOf(await soundOf(path));
    const costOf = async (options: object): Promise<Cost> => {
      const [began, stepsBefore] = [process.cpuUsage(), steps()];
      await transcribe(windows, language, options);
      const { user, system } = process.cpuUsage(began);
      return { seconds: (user + system) / 1_000_000, steps: steps() - stepsBefore };
    };
    // Builds the tree, too.
    await costOf({ hotWords });
    const costs: { without: Cost; withTerms: Cost }[] = [];
    for (let round = 0; round < rounds; round += 1)
      costs.push({ without: await costOf({}), withTerms: await costOf({ hotWords }) });
    const least = (way: 'without' | 'withTerms') =>
      costs.map((cost) => cost[way]).reduce((a, b) => (a.seconds <= b.seconds ? a : b));
    const [own, other] = [least('without'), least('withTerms')];
    console.log(`${file}: ${own.seconds.toFixed(2)} s without, ${other.seconds.toFixed(2)} s with them`);
    without = add(without, own);
    withTerms = add(withTerms, other);
  }
  await parts.model.dispose();
  const figure = (name: string, of: keyof Cost): Figure => ({
    section: 'terms',
    name: `recognition with ${MANY_TERMS} made-up terms: more ${name}`,
    value: 100 * (withTerms[of] / without[of] - 1),
    unit: '%',
    atMost: MOST_PERCENT,
  });
  return [figure('processor time', 'seconds'), figure('steps', 'steps')];
}

function countSteps(model: OpenedWhisper['parts']['model']): () => number {
  const step = model.step.bind(model);
  let steps = 0;
  model.step = (...read) => {
    steps += 1;
    return step(...read);
  };
  return () => steps;
}
