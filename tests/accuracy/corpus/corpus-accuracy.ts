import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BrowserSession } from '../../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { browserCpuSeconds } from '../../bench/browser-processes.ts';
import type { Figure } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { transcriptionOf, WHISPER_BASE } from '../whisper/whisper-part.ts';
import { type CorpusClip, corpusClips } from './corpus-clips.ts';
import { type ClipErrors, clipErrors, errorsOf, type PartErrors, sumParts } from './corpus-parts.ts';

export interface CorpusOptions {
  /** Only clips whose names contain it, or one of several with commas between. */
  only?: string | undefined;
  /** Only clips in this language. */
  lang?: string | undefined;
  /** Leave the language to be found. */
  found: boolean;
  quality: 'fast' | 'careful';
  /** Keep what an interrupted run has recognised. */
  resume: boolean;
  /** Replace the table in the repository by this run. */
  store: boolean;
}

const section = 'corpus';
const MODEL = join(PROJECT_ROOT, '../shared/models', WHISPER_BASE);

const heardClip = z.object({
  text: z.string(),
  seconds: z.number(),
  /** Processor time of the browser. */
  cpu: z.number().optional(),
});
type HeardClip = z.infer<typeof heardClip>;

/** By the way of recognition, then by clip. */
const heardClips = z.record(z.string(), z.record(z.string(), heardClip));
const storedTable = z.record(z.string(), z.record(z.string(), clipErrors));
const STATE = join(PROJECT_ROOT, '.cache/accuracy-corpus.json');
const TABLE = join(import.meta.dirname, 'table.json');

/** Most that a part may be worse than plain Whisper, points; least share by which all of it is better. */
const WORST_PART_POINTS = 1;
const BETTER_SHARE = 0.05;
/** Smaller parts say nothing: one error is more than the bound. */
const LEAST_WORDS = 100;
/** Clips that are worse by so many errors are listed. */
const LISTED_ERRORS = 2;

const readOr = <T>(path: string, schema: z.ZodType<T>, absent: T): T =>
  existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, 'utf8'))) : absent;

/**
 * The development corpus of ../shared through the built app with the real weights of Whisper base, part by part beside
 * plain Whisper.
 */
export async function corpusAccuracy(options: CorpusOptions): Promise<SectionReport> {
  const { lang } = options;
  const only = (options.only ?? '').split(',');
  const clips = corpusClips().filter(
    ({ file, language }) =>
      only.some((text) => file.includes(text)) && (lang === undefined || language === lang),
  );
  if (clips.length === 0 || !existsSync(MODEL)) {
    console.log('Left out: ../shared has no such clips, or no weights of Whisper base.');
    return { figures: [], details: null, failed: 0 };
  }
  const way = `${options.found ? 'language found' : 'language told'}, ${options.quality}`;
  const heard = await hearClips(clips, way, options);
  const rows = clips.flatMap((clip) => {
    const own = heard[clip.file];
    return own ? [{ clip, heard: own, errors: judged(clip, own) }] : [];
  });
  const table = readOr(TABLE, storedTable, {});
  describeClips(rows, table[way] ?? {});
  const parts = sumParts(rows);
  describeParts(parts);
  if (options.store) {
    const own = { ...table[way], ...Object.fromEntries(rows.map(({ clip, errors }) => [clip.file, errors])) };
    writeFileSync(TABLE, `${JSON.stringify({ ...table, [way]: own }, null, 1)}\n`);
  }
  return {
    figures: parts.flatMap((part) => figuresOf(part, way)),
    details: rows.map(({ clip, heard: { text }, errors }) => ({ clip: clip.file, text, ...errors })),
    failed: clips.length - rows.length,
  };
}

interface Row {
  clip: CorpusClip;
  heard: HeardClip;
  errors: ClipErrors;
}

/** What the app writes; stored after each clip, so that a run can be interrupted. */
async function hearClips(
  clips: readonly CorpusClip[],
  way: string,
  { found, quality, resume }: CorpusOptions,
): Promise<Record<string, HeardClip>> {
  const state = readOr(STATE, heardClips, {});
  const own: Record<string, HeardClip> = resume ? { ...state[way] } : {};
  const left = clips.filter(({ file }) => !own[file]);
  if (left.length === 0) return own;
  const session = await BrowserSession.open({ modelsDir: MODEL });
  try {
    for (const clip of left) {
      const began = performance.now();
      const cpuBefore = browserCpuSeconds(session.profile);
      const languages = found ? {} : { language_config: { languages: [clip.language] } };
      try {
        const job = await session.transcribe(clip.path, { model: WHISPER_BASE, quality, ...languages });
        const { full_transcript: text } = transcriptionOf(job);
        own[clip.file] = {
          text,
          seconds: (performance.now() - began) / 1000,
          cpu: browserCpuSeconds(session.profile) - cpuBefore,
        };
      } catch (error) {
        console.log(`${clip.file}: ${error instanceof Error ? error.message : error}`);
        continue;
      }
      mkdirSync(join(PROJECT_ROOT, '.cache'), { recursive: true });
      writeFileSync(STATE, JSON.stringify({ ...state, [way]: own }));
    }
  } finally {
    await session.close();
  }
  return own;
}

function judged(clip: CorpusClip, { text, cpu }: HeardClip): ClipErrors {
  return { ...errorsOf(clip, text), ...(cpu !== undefined && { cpu: Math.round(cpu * 10) / 10 }) };
}

/** Clips that are clearly worse than plain Whisper, and those that are not as in the table of the repository. */
function describeClips(rows: readonly Row[], stored: Readonly<Record<string, ClipErrors>>): void {
  for (const { clip, heard, errors } of rows) {
    const before = stored[clip.file]?.ours ?? errors.ours;
    const isWorse = errors.ours - errors.plain >= LISTED_ERRORS;
    if (!isWorse && before === errors.ours) continue;
    const change = before === errors.ours ? '' : `, ${before} in the table`;
    console.log(
      `${clip.file}: ${errors.ours} errors in ${errors.words} words, plain ${errors.plain}${change}`,
    );
    console.log(`  said   ${clip.texts[0]}\n  heard  ${heard.text}\n  plain  ${clip.plain.text}`);
  }
  const seconds = rows.reduce((sum, { heard }) => sum + heard.seconds, 0);
  console.log(`${rows.length} clips in ${seconds.toFixed(0)} s`);
  // Other machines take other times: the ratio means something where the table was made on this one.
  const both = rows.flatMap(({ clip, errors: { cpu } }) => {
    const before = stored[clip.file]?.cpu;
    return cpu === undefined || before === undefined ? [] : [{ cpu, before }];
  });
  const sum = (which: 'cpu' | 'before') => both.reduce((total, one) => total + one[which], 0).toFixed(0);
  console.log(
    `Processor time of ${both.length} of them: ${sum('cpu')} s, ${sum('before')} s when the table was stored`,
  );
}

const rate = (errors: number, words: number) => (words === 0 ? 0 : (errors / words) * 100);

function describeParts(parts: readonly PartErrors[]): void {
  console.log(
    `${'part'.padEnd(36)}${'clips'.padStart(6)}${'words'.padStart(7)}${'ours'.padStart(8)}   plain`,
  );
  for (const { name, clips, words, ours, plain } of parts) {
    const share = (errors: number) => `${rate(errors, words).toFixed(1)} %`.padStart(8);
    console.log(
      name.padEnd(36) + `${clips}`.padStart(6) + `${words}`.padStart(7) + share(ours) + share(plain),
    );
  }
}

function figuresOf({ name, words, ours, plain }: PartErrors, way: string): Figure[] {
  if (words < LEAST_WORDS) return [];
  const most = rate(plain, words);
  const atMost = name === 'all' ? most * (1 - BETTER_SHARE) : most + WORST_PART_POINTS;
  return [
    {
      section,
      name: `${way}: word errors, ${name} (${words} words)`,
      value: rate(ours, words),
      unit: '%',
      atMost,
    },
  ];
}
