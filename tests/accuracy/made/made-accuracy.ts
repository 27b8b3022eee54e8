import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import type { Figure } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { openWhisperBase, soundOf } from '../open-whisper-base.ts';
import { faultsOf } from './judge-made.ts';
import {
  type MadeRecording,
  madeRecordings,
  missingForRecordings,
  RecordingMaker,
} from './make-recording.ts';

const section = 'made';
/** Of all 57. */
const AT_LEAST = 50;

interface MadeOptions {
  /** Only kinds whose names contain it. */
  only?: string | undefined;
  /** Only recordings in this language. */
  lang?: string | undefined;
  /** Each so many of them, from this one on. */
  every: number;
  from: number;
}

/** Recordings of kinds that were once wrong, made of voices and languages that no threshold was chosen on. */
export async function madeAccuracy({ only = '', lang, every, from }: MadeOptions): Promise<SectionReport> {
  const missing = missingForRecordings();
  if (missing !== null) {
    console.log(`Left out: ${missing} is missing.`);
    return { figures: [], details: null, failed: 0 };
  }
  const whisper = await openWhisperBase();
  const maker = new RecordingMaker();
  const counts = new Map<string, { all: number; right: number }>();
  const details: unknown[] = [];
  const isMeant = ({ kind, language }: MadeRecording) =>
    kind.includes(only) && (lang === undefined || language === lang);
  for (const [index, recording] of madeRecordings().entries()) {
    if (index % every !== from || !isMeant(recording)) continue;
    const { kind, language } = recording;
    const { path, said } = await maker.make(recording, `${index + 1}-${language}`);
    const words = await whisper.transcribe(await whisper.windowsOf(await soundOf(path)), language);
    const faults = faultsOf(kind, language, said, words);
    const count = counts.get(kind) ?? { all: 0, right: 0 };
    counts.set(kind, { all: count.all + 1, right: count.right + Number(faults.length === 0) });
    const text = words
      .map(({ word }) => word)
      .join('')
      .trim();
    details.push({ name: `${index + 1}-${language}`, kind, text, faults, words });
    console.log(
      `${faults.length === 0 ? 'right' : 'WRONG'} ${index + 1} ${kind}, ${language}: ${faults.join('; ')}`,
    );
    console.log(`  said   ${said.map((part) => part.text).join(' | ')}\n  heard  ${text}`);
    mkdirSync(join(PROJECT_ROOT, '.cache'), { recursive: true });
    writeFileSync(join(PROJECT_ROOT, `.cache/accuracy-made-${from}.json`), JSON.stringify(details, null, 1));
  }
  await whisper.parts.model.dispose();
  const figures: Figure[] = [...counts].map(([kind, { all, right }]) => ({
    ...{ section, name: `${kind}: right, of ${all}`, value: right, unit: '' },
  }));
  const isWhole = only === '' && lang === undefined && every === 1;
  const sum = (which: 'all' | 'right') => [...counts.values()].reduce((total, one) => total + one[which], 0);
  figures.push({
    section,
    name: `recordings that are right, of ${sum('all')}`,
    value: sum('right'),
    unit: '',
    ...(isWhole && { atLeast: AT_LEAST }),
  });
  return { figures, details, failed: 0 };
}
