import type { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import type { Figure } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';
import { turnsAccuracy } from './diarization/turns-accuracy.ts';
import { countedClips, dialogueClips } from './diarization-clips.ts';
import { hasDiarizationWeights } from './recording-diarizer.ts';
import { miniatureClips } from './reference-clips.ts';
import { type WordSpeakers, wordSpeakers } from './word-speakers.ts';

/**
 * Diarization: turns against RTTM (no collar, overlap included), by the engine from the WAVE file on; the number of
 * speakers, and the speaker of each word, through the service.
 */
export async function diarizationAccuracy(session: BrowserSession): Promise<SectionReport> {
  if (!hasDiarizationWeights) {
    console.log('The weights of ../shared are absent: left out.');
    return { figures: [], details: null, failed: 0 };
  }
  const turns = await turnsAccuracy();
  const counts = await countSpeakers(session);
  const words = await measureWords(session);
  const failed = [...counts, ...words].filter(({ failed: broken }) => broken).length;
  return {
    figures: [...turns.figures, countFigure(counts), wordFigure(words)],
    details: { turns: turns.details, counts, words },
    failed,
  };
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
