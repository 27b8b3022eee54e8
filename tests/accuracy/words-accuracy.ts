import type { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { STT_3_LANGUAGES } from '../../src/contract/jobs/model-name.ts';
import type { Figure } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';
import { miniatureClips, type ReferenceClip, recordedClips } from './reference-clips.ts';
import { type ClipScore, scoreClip } from './score-clip.ts';
import { sumWordErrors, wordErrorRate } from './word-error-rate.ts';
import { median } from './word-time-error.ts';

type Outcome =
  | { clip: ReferenceClip; kind: 'scored'; model: string; score: ClipScore }
  | { clip: ReferenceClip; kind: 'no model' | 'failed'; reason: string };

const MINIATURE = 'mini-whisper';
const MODEL_MISSING = 503;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const milliseconds = (seconds: number) => `${Math.round(seconds * 1000)} ms`;

/** Options a clip is transcribed with. */
export function paramsFor({ collection, languages }: ReferenceClip): Record<string, unknown> {
  if (collection === 'miniature') {
    return { model: 'stt-1', language_config: { code_switching: languages.length > 1 } };
  }
  const known: readonly string[] = STT_3_LANGUAGES;
  const model = languages.every((language) => known.includes(language)) ? 'stt-3' : 'stt-1';
  // English is left to detection; other languages are given, so that an English-only model declines.
  return { model, language_config: { languages: languages.filter((language) => language !== 'en') } };
}

async function transcribeAndScore(session: BrowserSession, clip: ReferenceClip): Promise<Outcome> {
  const job = await session.transcribe(clip.path, paramsFor(clip));
  const { model_id, error } = job.post_session_metadata;
  const transcription = job.result?.transcription;
  if (job.error_code === MODEL_MISSING) return { clip, kind: 'no model', reason: 'no installed model' };
  if (job.status === 'error' || !transcription)
    return { clip, kind: 'failed', reason: JSON.stringify(error) };
  if (clip.collection === 'recordings' && model_id === MINIATURE) {
    return {
      clip,
      kind: 'no model',
      reason: 'no installed model (the miniature knows synthetic speech only)',
    };
  }
  return { clip, kind: 'scored', model: String(model_id), score: scoreClip(clip, transcription) };
}

async function tryClip(session: BrowserSession, clip: ReferenceClip): Promise<Outcome> {
  try {
    return await transcribeAndScore(session, clip);
  } catch (error) {
    return { clip, kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function describeScore({ errors, boundaryErrors, channels, languages, languagesRight }: ClipScore): string {
  const { substitutions, insertions, deletions, referenceWords } = errors;
  const wrong = substitutions + insertions + deletions;
  const times = boundaryErrors ? milliseconds(median(boundaryErrors)) : '';
  const heard = languagesRight ? languages.join('+') : `${languages.join('+') || 'none'} (wrong)`;
  return [
    percent(wordErrorRate(errors)).padStart(9),
    `${wrong}/${referenceWords}`.padStart(9),
    times.padStart(8),
    `  ${heard}${channels > 1 ? `, ${channels} channels` : ''}`,
  ].join('');
}

const row = (outcome: Outcome) =>
  outcome.clip.name.padEnd(56) +
  (outcome.kind === 'scored' ? describeScore(outcome.score) : `  ${outcome.kind}: ${outcome.reason}`);

function totals(outcomes: Outcome[]) {
  const scored = outcomes.filter((outcome) => outcome.kind === 'scored');
  const models = [...new Set(scored.map(({ model }) => model))];
  return models.map((model) => {
    const scores = scored.filter((outcome) => outcome.model === model).map(({ score }) => score);
    const boundaries = scores.flatMap(({ boundaryErrors }) => boundaryErrors ?? []);
    return {
      model,
      clips: scores.length,
      wordErrorRate: wordErrorRate(sumWordErrors(scores.map(({ errors }) => errors))),
      languageAccuracy: scores.filter(({ languagesRight }) => languagesRight).length / scores.length,
      medianBoundaryError: boundaries.length > 0 ? median(boundaries) : null,
    };
  });
}

/** Every clip with a reference: words, languages and times compared with it. */
export async function wordsAccuracy(session: BrowserSession): Promise<SectionReport> {
  const clips = [...miniatureClips(), ...recordedClips()];
  console.log(
    `${'clip'.padEnd(56)}${'WER'.padStart(9)}${'errors'.padStart(9)}${'times'.padStart(8)}  language`,
  );
  const outcomes: Outcome[] = [];
  for (const clip of clips) {
    const outcome = await tryClip(session, clip);
    console.log(row(outcome));
    outcomes.push(outcome);
  }
  const count = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  console.log(
    `${count('scored')} clips scored, ${count('no model')} without a model, ${count('failed')} failed`,
  );
  return {
    figures: totals(outcomes).flatMap(figuresOf),
    details: outcomes.map(({ clip, ...outcome }) => ({ clip: clip.name, ...outcome })),
    failed: count('failed') + (count('scored') === 0 ? 1 : 0),
  };
}

function figuresOf({
  model,
  clips,
  wordErrorRate: rate,
  languageAccuracy,
  medianBoundaryError,
}: ReturnType<typeof totals>[number]): Figure[] {
  const name = `${model}, ${clips} clips`;
  return [
    { section: 'words', name: `${name}: word errors`, value: rate * 100, unit: '%' },
    { section: 'words', name: `${name}: languages right`, value: languageAccuracy * 100, unit: '%' },
    ...(medianBoundaryError === null
      ? []
      : [
          {
            section: 'words',
            name: `${name}: median word boundary error`,
            value: medianBoundaryError * 1000,
            unit: 'ms',
          },
        ]),
  ];
}
