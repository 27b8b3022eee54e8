import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { BrowserSession } from '../../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import type { Figure } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { foreignPart, fusionPart } from './engines-parts.ts';
import { leftOutPart, levelPart, nonSpeechPart } from './hearing-parts.ts';
import { languagesPart } from './languages-part.ts';
import { pausesPart } from './pauses-part.ts';
import { timesPart } from './times-part.ts';
import { vocabularyPart } from './vocabulary-part.ts';
import { section, WHISPER_BASE, type WhisperApp, type WhisperPart } from './whisper-part.ts';
import { carefulPart, wordsPart } from './words-part.ts';

const PARTS: Record<string, WhisperPart> = {
  words: wordsPart,
  careful: carefulPart,
  times: timesPart,
  pauses: pausesPart,
  languages: languagesPart,
  'non-speech': nonSpeechPart,
  level: levelPart,
  'left-out': leftOutPart,
  vocabulary: vocabularyPart,
  fusion: fusionPart,
  foreign: foreignPart,
};

const MODELS = [WHISPER_BASE, 'zipformer-gigaspeech-3.3m'].map((name) =>
  join(PROJECT_ROOT, '../shared/models', name),
);

/** Figures of the parts that an interrupted run has finished. */
const STATE = join(PROJECT_ROOT, '.cache/accuracy-whisper.json');
const measured = z.record(
  z.string(),
  z.array(
    z.object({
      section: z.string(),
      name: z.string(),
      value: z.number(),
      unit: z.string(),
      atMost: z.number().optional(),
      atLeast: z.number().optional(),
    }),
  ),
);

/**
 * The real weights of Whisper base on real recordings, both from ../shared, through the built app.
 *
 * @param chosen parts; all if empty
 * @param resume whether to keep the figures of parts that an earlier run has finished
 */
export async function whisperAccuracy(chosen: readonly string[], resume: boolean): Promise<SectionReport> {
  const unknown = chosen.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    throw new Error(`Whisper has no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`);
  }
  const missing = [...MODELS, join(PROJECT_ROOT, '../shared/audio')].filter((path) => !existsSync(path));
  if (missing.length > 0) {
    console.log(`Left out: ${missing.join(', ')} is not here.`);
    return { figures: [], details: null, failed: 0 };
  }
  const names = chosen.length > 0 ? chosen : Object.keys(PARTS);
  const done: Record<string, Figure[]> = resume ? readState() : {};
  let failed = 0;
  const session = await BrowserSession.open({ modelsDir: MODELS.join(delimiter) });
  const folder = mkdtempSync(join(tmpdir(), 'earshot-whisper-'));
  try {
    const app: WhisperApp = {
      folder,
      transcribe: (path, params = {}) => session.transcribe(path, { model: WHISPER_BASE, ...params }),
    };
    for (const name of names) {
      if (done[name]) continue;
      console.log(`\n${section} ${name}`);
      try {
        done[name] = (await PARTS[name]?.(app)) ?? [];
        mkdirSync(join(PROJECT_ROOT, '.cache'), { recursive: true });
        writeFileSync(STATE, JSON.stringify(done, null, 2));
      } catch (error) {
        failed += 1;
        console.log(error instanceof Error ? error.message : error);
      }
    }
  } finally {
    await session.close();
    rmSync(folder, { recursive: true });
  }
  return { figures: names.flatMap((name) => done[name] ?? []), details: null, failed };
}

const readState = (): Record<string, Figure[]> =>
  existsSync(STATE) ? measured.parse(JSON.parse(readFileSync(STATE, 'utf8'))) : {};
