import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { median } from '../../accuracy/word-time-error.ts';
import {
  hasRealLanguageModel,
  loadRealLanguageModel,
  REAL_LANGUAGE_GRAPH,
} from '../../miniatures/smollm2.ts';
import type { Figure } from '../../runner/figure.ts';
import type { BenchOptions } from '../bench-setup.ts';
import { fetchNativePackages } from '../native/open-native.ts';

const section = 'language-model';
/** As many threads as the processors of the smallest machine. */
const THREADS = 2;
/** Tokens of ten minutes of speech, and of a summary. */
const READ = 2000;
const WRITTEN = 100;
/** Native may be so many times as fast. */
const MOST_TIMES = 3;
/** A text that no model ends: it counts on. */
const COUNT = 'Count aloud from one to one thousand, and write each number in words.';

const speeds = z.object({ read: z.number(), write: z.number() });
type Speeds = z.infer<typeof speeds>;

/**
 * A real language model on the CPU: tokens read and written in a second by Earshot's own code with the app's runtime, in Node, and by ONNX
 * Runtime's native build with the same graph and as many threads, in turn. Then two prompts for one text, the second of which finds it read.
 */
export async function languageModel({ repeats }: BenchOptions): Promise<Figure[]> {
  const leftOut = (why: string): Figure[] => {
    console.log(`language-model: left out, because ${why}`);
    return [];
  };
  if (!hasRealLanguageModel())
    return leftOut('the real language model was not made (CONTRIBUTING.md says how).');
  const python = fetchNativePackages();
  if (python === null) return leftOut('ONNX Runtime for Python cannot be had.');
  const model = await loadRealLanguageModel(THREADS);
  const rounds: { ours: Speeds; native: Speeds; again: number }[] = [];
  for (let round = 0; round < repeats; round += 1) {
    const text = textOf(model.countTokens, READ, round);
    const read = model.countTokens(text);
    const timed = async (question: string, maximumTokens: number) => {
      let first = 0;
      const startedAt = performance.now();
      const { text: written } = await model.generate([{ role: 'user', content: `${text}\n\n${question}` }], {
        maximumTokens,
        onText: () => {
          first ||= performance.now();
        },
      });
      const tokens = model.countTokens(written);
      return {
        read: (first - startedAt) / 1000,
        write: (tokens - 1) / ((performance.now() - first) / 1000),
      };
    };
    const ours = await timed(COUNT, WRITTEN);
    const again = (await timed('Which numbers are mentioned?', 2)).read;
    const { stdout } = await promisify(execFile)(python, [
      '-B',
      join(import.meta.dirname, 'native_speed.py'),
      REAL_LANGUAGE_GRAPH,
      String(read),
      String(WRITTEN),
      String(THREADS),
    ]);
    const native = speeds.parse(JSON.parse(stdout));
    rounds.push({ ours: { read: read / ours.read, write: ours.write }, native, again: again / ours.read });
    console.log(
      `  round ${round + 1}, ${read} tokens: ours ${describe(rounds.at(-1)?.ours)}; native ${describe(native)}`,
    );
  }
  await model.dispose();
  const of = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  return [
    { section, name: 'tokens read in a second', value: of(({ ours }) => ours.read), unit: '' },
    {
      section,
      name: 'time to read, of native',
      value: of(({ ours, native }) => native.read / ours.read),
      unit: '×',
      atMost: MOST_TIMES,
    },
    { section, name: 'tokens written in a second', value: of(({ ours }) => ours.write), unit: '' },
    {
      section,
      name: 'time to write, of native',
      value: of(({ ours, native }) => native.write / ours.write),
      unit: '×',
      atMost: MOST_TIMES,
    },
    {
      section,
      name: 'time to the answer of a second prompt, of the first',
      value: of(({ again }) => again),
      unit: '×',
    },
  ];
}

const describe = (some?: Speeds): string =>
  `${some?.read.toFixed(0)} read, ${some?.write.toFixed(1)} written in a second`;

/** Another text in each round: one that begins alike would not be read again. */
function textOf(countTokens: (text: string) => number, tokens: number, round: number): string {
  let text = `Report number ${round + 1}.`;
  for (let at = 0; countTokens(text) < tokens; at += 1) {
    text += ` In the morning of day ${at}, the committee heard ${at + 3} people about the new bridge, the harbour and the school.`;
  }
  return text;
}
