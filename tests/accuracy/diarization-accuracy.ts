import type { BrowserSession } from '../../src/cli/browser-session.ts';
import type { Figure } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';
import { countedClips, type DiarizationClip, dialogueClips, diarizationClips } from './diarization-clips.ts';
import {
  asSegments,
  type DiarizationErrors,
  diarizationErrorRate,
  diarizationErrors,
  type SpokenSegment,
  sumDiarizationErrors,
} from './diarization-error.ts';
import { readerRounds } from './reader-rounds.ts';
import { type HeardRecording, hasDiarizationWeights, RecordingDiarizer } from './recording-diarizer.ts';
import { miniatureClips } from './reference-clips.ts';
import { wavBytes } from './whisper/write-wav.ts';
import { type WordSpeakers, wordSpeakers } from './word-speakers.ts';

/**
 * Error of pyannote 3.1 on meetings according to its model card: 18.8 % with close microphones, 22.4 % with distant
 * ones.
 */
const REFERENCE_DER = 23;

/** The three in which several people talk little and at once. */
const HARD = /(?:dev00|dev01|trn01)/;
const HARD_DER = 32;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

interface TurnsRow {
  clip: { name: string; kind: DiarizationClip['kind'] | 'readers' };
  errors: DiarizationErrors;
}

/**
 * Diarization: turns against RTTM (no collar, overlap included), by the engine from the WAVE file on; the number of
 * speakers, and the speaker of each word, through the service.
 */
export async function diarizationAccuracy(session: BrowserSession): Promise<SectionReport> {
  if (!hasDiarizationWeights) {
    console.log('The weights of ../shared are absent: left out.');
    return { figures: [], details: null, failed: 0 };
  }
  const turns = await measureTurns();
  const counts = await countSpeakers(session);
  const words = await measureWords(session);
  const failed = [...counts, ...words].filter(({ failed: broken }) => broken).length;
  return {
    figures: [
      ...turnFigures(turns, 'meeting', REFERENCE_DER),
      ...turnFigures(
        turns.filter(({ clip }) => HARD.test(clip.name)),
        'meeting',
        HARD_DER,
      ),
      ...turnFigures(turns, 'turns'),
      ...turnFigures(turns, 'readers'),
      countFigure(counts),
      wordFigure(words),
    ],
    details: { turns: turns.map(({ clip, errors }) => ({ clip: clip.name, ...errors })), counts, words },
    failed,
  };
}

async function measureTurns(): Promise<TurnsRow[]> {
  const diarizer = await RecordingDiarizer.load();
  const rows: TurnsRow[] = [];
  const add = (clip: TurnsRow['clip'], segments: readonly SpokenSegment[], heard: HeardRecording) => {
    const errors = diarizationErrors(segments, asSegments(diarizer.turns(heard)));
    console.log(`${clip.name.padEnd(56)}${describe(errors)}`);
    rows.push({ clip, errors });
  };
  try {
    for (const clip of diarizationClips()) add(clip, clip.segments, await diarizer.listen(clip.path));
    for (const { name, pcm, segments } of await readerRounds((path) => diarizer.speechIn(path))) {
      add({ name, kind: 'readers' }, segments, await diarizer.hear(wavBytes(pcm)));
    }
  } finally {
    await diarizer.dispose();
  }
  return rows;
}

function describe(errors: DiarizationErrors): string {
  const { missed, falseAlarm, confused, spoken, foundSpeakers, referenceSpeakers } = errors;
  return [
    percent(diarizationErrorRate(errors)).padStart(9),
    `  of ${spoken.toFixed(1)} s missed ${missed.toFixed(1)}, too much ${falseAlarm.toFixed(1)},`,
    ` confused ${confused.toFixed(1)}; ${foundSpeakers} of ${referenceSpeakers} speakers`,
  ].join('');
}

interface CountRow {
  clip: string;
  speakers: number;
  found: number;
  failed: boolean;
}

async function countSpeakers(session: BrowserSession): Promise<CountRow[]> {
  const rows: CountRow[] = [];
  for (const { name, path, speakers } of countedClips()) {
    // With the small English model: who speaks does not depend on what is said.
    const { result } = await session.transcribe(path, {
      model: 'stt-3',
      language_config: { languages: ['en'] },
      diarization: true,
    });
    const utterances = result?.transcription?.utterances ?? [];
    const found = new Set(utterances.map(({ speaker }) => speaker)).size;
    const failed = !result || result.diarization !== undefined;
    console.log(`${name.padEnd(56)}  ${failed ? 'failed' : `${found} of ${speakers} speakers`}`);
    rows.push({ clip: name, speakers, found, failed });
  }
  return rows;
}

interface WordRow extends WordSpeakers {
  clip: string;
  failed: boolean;
}

async function measureWords(session: BrowserSession): Promise<WordRow[]> {
  const rows: WordRow[] = [];
  for (const { name, path, segments } of dialogueClips()) {
    const { result } = await session.transcribe(path, { model: 'stt-1', diarization: true });
    const heard = (result?.transcription?.utterances ?? []).flatMap(({ words, speaker }) =>
      words.map(({ word }) => ({ word, speaker: String(speaker) })),
    );
    const truth = miniatureClips().find((clip) => clip.name === name)?.channels[0]?.words ?? [];
    const spoken = truth.map(({ word, start }) => ({
      word,
      speaker: segments.find((segment) => start >= segment.start && start <= segment.end)?.speaker ?? '',
    }));
    const score = wordSpeakers(spoken, heard);
    console.log(`${name.padEnd(56)}  ${score.wrong} of ${score.words} words with the wrong speaker`);
    rows.push({ clip: name, ...score, failed: !result || score.words === 0 });
  }
  return rows;
}

const section = 'diarization';

const KINDS = { meeting: 'meeting clips', turns: 'clips of turns', readers: 'rounds of readers' };

function turnFigures(rows: readonly TurnsRow[], kind: keyof typeof KINDS, atMost?: number): Figure[] {
  const own = rows.filter(({ clip }) => clip.kind === kind).map(({ errors }) => errors);
  if (own.length === 0) return [];
  const all = sumDiarizationErrors(own);
  const name = `${own.length} ${KINDS[kind]}`;
  const share = (seconds: number) => (seconds / all.spoken) * 100;
  return [
    {
      section,
      name: `${name}: DER`,
      value: diarizationErrorRate(all) * 100,
      unit: '%',
      ...(atMost !== undefined && { atMost }),
    },
    { section, name: `${name}: missed`, value: share(all.missed), unit: '%' },
    { section, name: `${name}: speaker confused`, value: share(all.confused), unit: '%' },
  ];
}

function countFigure(rows: readonly CountRow[]): Figure {
  const right = rows.filter(({ speakers, found }) => speakers === found).length;
  return {
    section,
    name: `${rows.length} clips of one to three people: right number`,
    value: (right / rows.length) * 100,
    unit: '%',
    atLeast: 90,
  };
}

function wordFigure(rows: readonly WordRow[]): Figure {
  const sum = (of: 'words' | 'wrong') => rows.reduce((total, row) => total + row[of], 0);
  return {
    section,
    name: `${rows.length} dialogues: words with the wrong speaker`,
    value: (sum('wrong') / sum('words')) * 100,
    unit: '%',
    atMost: 2,
  };
}
