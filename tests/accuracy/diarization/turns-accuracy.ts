import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  STRETCH_RULES,
  type StretchRules,
} from '../../../src/engine/diarization/stretches/cluster-stretches.ts';
import { findByStretches } from '../../../src/engine/diarization/stretches/find-by-stretches.ts';
import { findModel } from '../../../src/models/manifest/catalogue.ts';
import type { Figure } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import {
  asSegments,
  type DiarizationErrors,
  diarizationErrorRate,
  diarizationErrors,
  sumDiarizationErrors,
} from '../diarization-error.ts';
import { hasDiarizationWeights, NO_LIMITS } from '../recording-diarizer.ts';
import { chooseLeavingOut, type TriedRecording } from './left-out-error.ts';
import { heardRecordings, type Kind } from './recognised-recordings.ts';

const section = 'turns';
const TABLE = join(import.meta.dirname, 'table.json');

/** Error of pyannote 3.1 on meetings before distant microphones, according to its model card: 22.4 %. */
const REFERENCE_DER = 23;

const { speakerDistance: SPEAKER_DISTANCE } = speakerModel();

function speakerModel() {
  const model = findModel('speaker-lstm-256');
  if (model.engine !== 'speaker-embedding') throw new Error('The manifest has no such network for voices.');
  return model;
}

const KINDS: Record<Kind, string> = {
  meeting: 'meeting clips',
  turns: 'clips of turns',
  readers: 'rounds of readers',
  dialogue: 'dialogues of corpus speakers',
  talk: 'dialogues of other readers, near, far and by telephone',
  aside: 'such dialogues of readers kept aside',
  drawn: 'dialogues of those readers, drawn by number',
  drawnAside: 'dialogues of the readers kept aside, drawn by number',
  moving: 'speakers who change to the telephone or far away',
};

/** What is tried beside the numbers in use: shares of the distance, with one of the others changed at a time. */
const DISTANCE_SHARES = [0.9, 1, 1.1];
const OTHER_RULES: readonly Partial<StretchRules>[] = [
  {},
  { rivalry: 0 },
  { rivalry: 0.26 },
  { nearness: 0.3 },
  { nearness: 1 },
  { leastNovelty: 1 },
  { leastNovelty: 1.8 },
  { sameCentre: 0.3 },
  { sameCentre: 0.5 },
  { changeCost: 0.13 },
  { changeCost: 0.6 },
];

interface Setting {
  share: number;
  rules: Partial<StretchRules>;
}
const SETTINGS: Setting[] = OTHER_RULES.flatMap((rules) =>
  DISTANCE_SHARES.map((share) => ({ share, rules })),
);
const PRESENT = DISTANCE_SHARES.indexOf(1);

const ruleOf = (share: number, rules: Partial<StretchRules>): StretchRules => ({
  ...STRETCH_RULES,
  distance: STRETCH_RULES.distance * share,
  ...rules,
});

const nameOf = (index: number) => {
  const { share, rules } = SETTINGS[index] ?? { share: 1, rules: {} };
  return JSON.stringify({ distanceShare: share, ...rules });
};

interface TurnsRow extends TriedRecording {
  name: string;
  kind: Kind;
}

const storedRow = z.object({
  kind: z.string(),
  spoken: z.number(),
  missed: z.number(),
  falseAlarm: z.number(),
  confused: z.number(),
  speakers: z.string(),
  /** Error rates in percent: with the numbers in use, and with those chosen without the recording. */
  now: z.number(),
  leftOut: z.number(),
  chosen: z.string(),
});
const storedTable = z.object({ fitted: z.string(), recordings: z.record(z.string(), storedRow) });
type StoredTable = z.infer<typeof storedTable>;

/**
 * Turns by the engine from the WAVE file on, in Node: without a collar, with overlap. Numbers are chosen anew on all recordings with
 * turns, leaving each one out in turn with all that share a voice with it; the error on what was left out is what to expect elsewhere.
 *
 * @param store replaces the table in the repository
 */
export async function turnsAccuracy(store = false): Promise<SectionReport> {
  if (!hasDiarizationWeights) {
    console.log('The weights of ../shared are absent: left out.');
    return { figures: [], details: null, failed: 0 };
  }
  const rows = await measureTurns();
  // Nothing is chosen with what is kept aside.
  const kept = rows.filter(({ kind }) => kind !== 'aside' && kind !== 'drawnAside');
  const { fitted, leftOut: chosen } = chooseLeavingOut(kept, PRESENT);
  const leftOut = rows.map((row) => chosen[kept.indexOf(row)] ?? PRESENT);
  const table = tableOf(rows, fitted, leftOut);
  compare(table);
  if (store) writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  console.log(`Best on all recordings: ${nameOf(fitted)}; in use: ${nameOf(PRESENT)}.`);
  return {
    figures: (Object.keys(KINDS) as Kind[]).flatMap((kind) => figuresOf(rows, kind, fitted, leftOut)),
    details: table,
    failed: 0,
  };
}

async function measureTurns(): Promise<TurnsRow[]> {
  const rows: TurnsRow[] = [];
  for (const { name, kind, voices, segments, windows } of await heardRecordings()) {
    const bySetting = SETTINGS.map(({ share, rules }) =>
      diarizationErrors(
        segments,
        asSegments(findByStretches(windows, NO_LIMITS, SPEAKER_DISTANCE, ruleOf(share, rules)).turns),
      ),
    );
    rows.push({ name, kind, voices, bySetting });
    const now = bySetting[PRESENT];
    if (now) console.log(`${name.slice(0, 60).padEnd(62)}${describe(now)}`);
  }
  return rows;
}

const percent = (errors: DiarizationErrors) => Math.round(diarizationErrorRate(errors) * 1000) / 10;

function describe(errors: DiarizationErrors): string {
  const { missed, falseAlarm, confused, spoken, foundSpeakers, referenceSpeakers } = errors;
  return [
    `${percent(errors).toFixed(1)} %`.padStart(8),
    `  of ${spoken.toFixed(1)} s missed ${missed.toFixed(1)}, too much ${falseAlarm.toFixed(1)},`,
    ` confused ${confused.toFixed(1)}; ${foundSpeakers} of ${referenceSpeakers} speakers`,
  ].join('');
}

const NONE: DiarizationErrors = {
  spoken: 0,
  missed: 0,
  falseAlarm: 0,
  confused: 0,
  referenceSpeakers: 0,
  foundSpeakers: 0,
};
const withSetting = ({ bySetting }: TurnsRow, setting = PRESENT) => bySetting[setting] ?? NONE;
const rightCount = (all: readonly DiarizationErrors[]) =>
  all.filter(({ foundSpeakers, referenceSpeakers }) => foundSpeakers === referenceSpeakers).length;
const rounded = (seconds: number) => Math.round(seconds * 10) / 10;

function tableOf(rows: readonly TurnsRow[], fitted: number, leftOut: readonly number[]): StoredTable {
  const recordings = rows.map((row, index) => {
    const now = withSetting(row);
    const stored = {
      kind: row.kind,
      spoken: rounded(now.spoken),
      missed: rounded(now.missed),
      falseAlarm: rounded(now.falseAlarm),
      confused: rounded(now.confused),
      speakers: `${now.foundSpeakers} of ${now.referenceSpeakers}`,
      now: percent(now),
      leftOut: percent(withSetting(row, leftOut[index])),
      chosen: nameOf(leftOut[index] ?? PRESENT),
    };
    return [row.name, stored] as const;
  });
  return { fitted: nameOf(fitted), recordings: Object.fromEntries(recordings) };
}

/** Error points by which a recording must differ to be named. */
const LISTED_POINTS = 2;

function compare({ recordings }: StoredTable): void {
  if (!existsSync(TABLE)) return;
  const before = storedTable.parse(JSON.parse(readFileSync(TABLE, 'utf8')));
  for (const [name, { now }] of Object.entries(recordings)) {
    const stored = before.recordings[name]?.now ?? now;
    if (Math.abs(now - stored) >= LISTED_POINTS)
      console.log(`${name}: ${now} %, ${stored} % in the stored table`);
  }
}

function figuresOf(
  rows: readonly TurnsRow[],
  kind: Kind,
  fitted: number,
  leftOut: readonly number[],
): Figure[] {
  const own = rows.flatMap((row, index) => (row.kind === kind ? [{ row, chosen: leftOut[index] }] : []));
  if (own.length === 0) return [];
  const pooled = (settingOf: (one: (typeof own)[number]) => number | undefined) =>
    sumDiarizationErrors(own.map((one) => withSetting(one.row, settingOf(one))));
  const now = pooled(() => PRESENT);
  const name = `${own.length} ${KINDS[kind]}`;
  const figure = (what: string, value: number): Figure => ({
    section,
    name: `${name}: ${what}`,
    value,
    unit: '%',
  });
  return [
    { ...figure('DER', percent(now)), ...(kind === 'meeting' && { atMost: REFERENCE_DER }) },
    figure('DER of what was left out', percent(pooled(({ chosen }) => chosen))),
    figure('DER fitted on all', percent(pooled(() => fitted))),
    figure('missed', (now.missed / now.spoken) * 100),
    figure('speaker confused', (now.confused / now.spoken) * 100),
    figure('right number of people', (rightCount(own.map(({ row }) => withSetting(row))) / own.length) * 100),
  ];
}
