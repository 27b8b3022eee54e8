import { existsSync, readFileSync } from 'node:fs';
import { sharedAudio } from '../accuracy/whisper/whisper-part.ts';
import type { Figure } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';
import clips from './gpu/clips.json' with { type: 'json' };
import type { WrittenClip } from './gpu/compare-texts.ts';
import { onGpuPage } from './gpu-steps.ts';

const section = 'gpu-texts';
/** Clips that are written once more, one after the other. */
const ALONE = 3;
/** Most that a word's start or end may differ, seconds: a position of the encoder. */
const MOST_OFF = 0.02;
const ROUNDING = 1e-4;

/**
 * Real clips with the built-in Whisper base: the decoder on the GPU, whatever adapter there is, against the decoder on the CPU with its
 * weights as floats. `--only TEXT`: clips whose path or language has this.
 */
export async function gpuTexts({ only }: BenchOptions): Promise<Figure[]> {
  const chosen = clips.filter(
    ({ file, language }) => `${file} ${language}`.includes(only) && existsSync(sharedAudio(file)),
  );
  if (chosen.length === 0) {
    console.log(`${section}: left out, because the recordings of ../shared are not here.`);
    return [];
  }
  const compared = await onGpuPage(section, async (page) => {
    await page.route('**/clips/**', (route) => {
      const [, file = ''] = new URL(route.request().url()).pathname.split('/clips/');
      return route.fulfill({ body: readFileSync(sharedAudio(file)) });
    });
    return page.evaluate(({ given, alone }) => globalThis.gpuSteps.compare(given, alone), {
      given: chosen,
      alone: ALONE,
    });
  });
  const { floats, gpu, alone, rows, steps, milliseconds, adapter } = compared;
  console.log(`${section}: ${chosen.length} clips on ${adapter}, ${steps} steps`);
  for (const [at, clip] of gpu.entries()) report(chosen[at]?.file ?? '', clip, floats[at]);
  const pairs = gpu.map((clip, at) => [clip, floats[at]] as const);
  const repeated = alone.map((clip, at) => [clip, gpu[at]] as const);
  const figure = (name: string, value: number, unit = ''): Figure => ({ section, name, value, unit });
  return [
    figure('languages', new Set(chosen.map(({ language }) => language)).size),
    { ...figure('clips with other tokens than floats on the CPU', count(pairs, hasOtherTokens)), atMost: 0 },
    { ...figure('clips with other words', count(pairs, hasOtherWords)), atMost: 0 },
    { ...figure('times of words differ by at most', farthest(pairs) * 1000, 'ms'), atMost: 20 + ROUNDING },
    figure(
      'words',
      gpu.reduce((sum, { words }) => sum + words.length, 0),
    ),
    { ...figure('clips that are others alone than in a batch', count(repeated, hasOtherTokens)), atMost: 0 },
    {
      ...figure('times of words differ alone by at most', farthest(repeated) * 1000, 'ms'),
      atMost: ROUNDING,
    },
    { ...figure('texts of a step, at most', rows), atLeast: Math.min(chosen.length, 8) },
    figure('all clips on the GPU', milliseconds.gpu / 1000, 's'),
    figure('all clips with floats on the CPU', milliseconds.floats / 1000, 's'),
  ];
}

type Pair = readonly [WrittenClip, WrittenClip | undefined];

const count = (pairs: readonly Pair[], differs: (pair: Pair) => boolean) => pairs.filter(differs).length;

const hasOtherTokens = ([own, other]: Pair) => own.tokens.join() !== other?.tokens.join();

const hasOtherWords = ([own, other]: Pair) =>
  own.words.map(({ word }) => word).join() !== other?.words.map(({ word }) => word).join();

/** Of the words of clips that have the same ones, seconds. */
function farthest(pairs: readonly Pair[]): number {
  const offs = pairs
    .filter((pair) => !hasOtherWords(pair))
    .flatMap(([own, other]) =>
      own.words.flatMap(({ start, end }, at) => {
        const beside = other?.words[at];
        return beside ? [Math.abs(start - beside.start), Math.abs(end - beside.end)] : [];
      }),
    );
  return Math.max(0, ...offs);
}

function report(file: string, own: WrittenClip, other: WrittenClip | undefined): void {
  const pair: Pair = [own, other];
  const off = farthest([pair]);
  const verdict = hasOtherTokens(pair) ? 'OTHER TOKENS' : off > MOST_OFF + ROUNDING ? 'OTHER TIMES' : 'same';
  console.log(`  ${verdict.padEnd(14)}${own.tokens.length} tokens  ${file}`);
  if (verdict === 'same') return;
  for (const { words } of [own, ...(other ? [other] : [])])
    console.log(`    ${words.map(({ word, start }) => `${word.trim()}@${start.toFixed(2)}`).join(' ')}`);
}
