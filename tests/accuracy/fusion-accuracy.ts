import type { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { type Calibration, fitCalibration } from '../../src/engine/asr/fusion/calibration.ts';
import type { Figure } from '../runner/figure.ts';
import { preferModels } from '../runner/prefer-models.ts';
import type { SectionReport } from './accuracy-section.ts';
import { judgeWords } from './judge-words.ts';
import { type JudgedWord, leftOutLoss } from './left-out-loss.ts';
import { miniatureClips, type ReferenceClip, recordedClips } from './reference-clips.ts';
import { countWordErrors, sumWordErrors, type WordErrors, wordErrorRate } from './word-error-rate.ts';

const MODELS = ['stt-1', 'stt-3', 'stt-fusion'] as const;
type Model = (typeof MODELS)[number];

/** Fusion may be worse than the better engine by this share of the words: one word in a hundred is noise. */
const NOISE = 0.01;

interface Heard {
  errors: WordErrors;
  words: JudgedWord[];
}

interface Row {
  clip: ReferenceClip;
  heard: Record<Model, Heard>;
}

/**
 * stt-fusion compared with each of its engines on English clips of one voice: the miniature's synthetic ones, which
 * stt-1 knows by heart and stt-3 has never heard the like of, and real ones, where it is the other way round. Also
 * fits each engine's calibration and reports whether it would help.
 */
export async function fusionAccuracy(session: BrowserSession): Promise<SectionReport> {
  const clips = [...miniatureClips(), ...recordedClips()].filter(
    ({ channels, languages }) => channels.length === 1 && languages.join() === 'en',
  );
  // A fixture takes part only where the settings name it.
  await preferModels(session.page, { 'stt-1': 'mini-whisper' });
  const rows: Row[] = [];
  let failed = 0;
  for (const clip of clips) {
    try {
      const row = { clip, heard: await hear(session, clip) };
      const rates = MODELS.map((model) =>
        `${(wordErrorRate(row.heard[model].errors) * 100).toFixed(1)} %`.padStart(10),
      );
      console.log(clip.name.padEnd(56) + rates.join(''));
      rows.push(row);
    } catch (error) {
      failed += 1;
      console.log(`${clip.name.padEnd(56)}  ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const figures = [
    ...ratesOf(
      'synthetic clips',
      rows.filter(({ clip }) => clip.collection === 'miniature'),
    ),
    ...ratesOf(
      'recordings',
      rows.filter(({ clip }) => clip.collection === 'recordings'),
    ),
  ];
  for (const model of MODELS) {
    const own = rows.filter(({ clip }) =>
      model === 'stt-1' ? clip.collection === 'miniature' : clip.collection === 'recordings',
    );
    const words = own.map(({ heard }) => heard[model].words);
    const { fitted, asTheyAre } = leftOutLoss(words);
    console.log(
      `calibration of ${model}: ${describe(fitCalibration(words.flat()))}; log loss on clips left out ` +
        `${fitted.toFixed(3)} with one, ${asTheyAre.toFixed(3)} without`,
    );
  }
  return { figures, details: rows.map(({ clip, heard }) => ({ clip: clip.name, heard })), failed };
}

const describe = ({ slope, offset }: Calibration) => `slope ${slope.toFixed(2)}, offset ${offset.toFixed(2)}`;

async function hear(session: BrowserSession, clip: ReferenceClip): Promise<Record<Model, Heard>> {
  const heard: Partial<Record<Model, Heard>> = {};
  for (const model of MODELS) {
    // The language is given, because language detection is a separate question.
    const job = await session.transcribe(clip.path, { model, language_config: { languages: ['en'] } });
    const utterances = job.result?.transcription?.utterances;
    if (!utterances) throw new Error(JSON.stringify(job.post_session_metadata.error));
    heard[model] = judge(
      clip.channels[0]?.text ?? '',
      utterances.flatMap(({ words }) => words),
    );
  }
  const { 'stt-1': first, 'stt-3': second, 'stt-fusion': both } = heard;
  if (!first || !second || !both) throw new Error('A model is missing.');
  return { 'stt-1': first, 'stt-3': second, 'stt-fusion': both };
}

const judge = (truth: string, words: readonly { word: string; confidence: number }[]): Heard => ({
  errors: countWordErrors(truth, words.map(({ word }) => word).join(''), 'en'),
  words: judgeWords(truth, words),
});

function ratesOf(name: string, rows: readonly Row[]): Figure[] {
  if (rows.length === 0) return [];
  const rate = (model: Model) => wordErrorRate(sumWordErrors(rows.map(({ heard }) => heard[model].errors)));
  const better = Math.min(rate('stt-1'), rate('stt-3'));
  return MODELS.map((model) => ({
    section: 'fusion',
    name: `${name}, ${rows.length} clips: word errors of ${model}`,
    value: rate(model) * 100,
    unit: '%',
    ...(model === 'stt-fusion' && { atMost: (better + NOISE) * 100 }),
  }));
}
