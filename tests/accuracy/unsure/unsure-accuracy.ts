import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BrowserSession } from '../../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { UNSURE } from '../../../src/document/words/unsure-words.ts';
import type { Figure } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { type CorpusClip, corpusClips } from '../corpus/corpus-clips.ts';
import { judgeWords } from '../judge-words.ts';
import { transcriptionOf, WHISPER_BASE } from '../whisper/whisper-part.ts';
import { chooseThreshold, leftOutMarks, type Marks, marksOf, STEPS } from './unsure-threshold.ts';

export interface UnsureOptions {
  /** Only clips whose names contain it. */
  only?: string | undefined;
  /** Only clips in this language. */
  lang?: string | undefined;
  /** Every N-th clip, from the first on. */
  every: number;
  /** Keep what an interrupted run has recognised. */
  resume: boolean;
}

const section = 'unsure';
/** Of the marked words, at least so many are to be wrong. */
const SHARE = 0.5;

interface MeasuredModel {
  name: string;
  /** Of ../shared/models; null for the built-in one. */
  folder: string | null;
  /** The only one that it knows; null for many. */
  language: string | null;
  /** Of its requests. */
  params: object;
}

const MODELS: readonly MeasuredModel[] = [
  { name: WHISPER_BASE, folder: WHISPER_BASE, language: null, params: { model: WHISPER_BASE } },
  { name: 'the built-in model', folder: null, language: 'en', params: { allow_draft: true } },
];

const judgedWords = z.array(z.object({ confidence: z.number(), right: z.boolean() }));
/** By model, then by clip. */
const judgedClips = z.record(z.string(), z.record(z.string(), judgedWords));
type JudgedClips = z.infer<typeof judgedClips>[string];
const STATE = join(PROJECT_ROOT, '.cache/accuracy-unsure.json');

/**
 * How many of the words that are marked as unsure are wrong, with Whisper base and the built-in English model on the
 * development corpus: by the threshold in use, by the best one, and by one that was chosen without each clip.
 */
export async function unsureAccuracy(options: UnsureOptions): Promise<SectionReport> {
  const { only = '', lang, every } = options;
  // Clips that were made from others would count their words twice.
  const chosen = corpusClips()
    .filter(({ file, language, derived }) => !derived && file.includes(only) && (!lang || language === lang))
    .filter((_, index) => index % every === 0);
  const folderOf = (folder: string) => join(PROJECT_ROOT, '../shared/models', folder);
  if (chosen.length === 0 || !existsSync(folderOf(WHISPER_BASE))) {
    console.log('Left out: ../shared has no such clips, or no weights of Whisper base.');
    return { figures: [], details: null, failed: 0 };
  }
  const state = existsSync(STATE) ? judgedClips.parse(JSON.parse(readFileSync(STATE, 'utf8'))) : {};
  const figures: Figure[] = [];
  let failed = 0;
  for (const model of MODELS) {
    const clips = chosen.filter(({ language }) => model.language === null || language === model.language);
    const own = (options.resume && state[model.name]) || {};
    state[model.name] = own;
    const left = clips.filter(({ file }) => !own[file]);
    if (left.length > 0) {
      const session = await BrowserSession.open(
        model.folder === null ? {} : { modelsDir: folderOf(model.folder) },
      );
      failed += await recognise(session, model, left, own, () => store(state)).finally(() => session.close());
    }
    figures.push(
      ...describe(
        model.name,
        clips.flatMap(({ file }) => (own[file] ? [own[file]] : [])),
      ),
    );
  }
  return { figures, details: state, failed };
}

function store(state: Record<string, JudgedClips>): void {
  mkdirSync(dirname(STATE), { recursive: true });
  writeFileSync(STATE, JSON.stringify(state));
}

/** Recognises clips, and has each stored. Resolves with how many failed. */
async function recognise(
  session: BrowserSession,
  { params }: MeasuredModel,
  clips: readonly CorpusClip[],
  own: JudgedClips,
  onClip: () => void,
): Promise<number> {
  let failed = 0;
  for (const { file, path, language, texts } of clips) {
    try {
      const job = await session.transcribe(path, { ...params, language_config: { languages: [language] } });
      const words = transcriptionOf(job).utterances.flatMap((utterance) => utterance.words);
      const readings = texts.map((truth) => judgeWords(truth, words, language));
      const wrong = (reading: (typeof readings)[number]) => reading.filter(({ right }) => !right).length;
      own[file] = readings.toSorted((a, b) => wrong(a) - wrong(b))[0] ?? [];
    } catch (error) {
      failed += 1;
      console.log(`${file}: ${error instanceof Error ? error.message : error}`);
      continue;
    }
    onClip();
  }
  return failed;
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);

function describe(model: string, clips: JudgedClips[string][]): Figure[] {
  const words = clips.flat();
  const wrong = words.filter(({ right }) => !right).length;
  console.log(`\n${model}: ${clips.length} clips, ${words.length} words, ${wrong} of them wrong`);
  console.log('below   marked  wrong of them  of all wrong');
  for (const step of STEPS) {
    const own = marksOf(words, step);
    const shares = [percent(own.wrong, own.marked), percent(own.wrong, wrong)];
    console.log(
      `${step.toFixed(2)}${String(own.marked).padStart(10)}${shares.map((one) => `${one.toFixed(0)} %`.padStart(14)).join('')}`,
    );
  }
  console.log(`highest with half of the marked wrong: ${chooseThreshold(words, SHARE).toFixed(2)}`);
  const figure = (name: string, { marked, wrong: found }: Marks): Figure => ({
    section,
    name: `${model}: wrong of the words marked ${name} (${marked} of ${words.length} words)`,
    value: percent(found, marked),
    unit: '%',
    atLeast: SHARE * 100,
  });
  return [
    figure(`below ${UNSURE}`, marksOf(words, UNSURE)),
    figure('by a threshold chosen on the other clips', leftOutMarks(clips, SHARE)),
  ];
}
