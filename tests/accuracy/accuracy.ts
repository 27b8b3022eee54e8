import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserSession } from '../../src/cli/browser-session.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { STT_3_LANGUAGES } from '../../src/contract/pre-recorded-request.ts';
import { miniatureClips, type ReferenceClip, recordedClips } from './reference-clips.ts';
import { type ClipScore, scoreClip } from './score-clip.ts';
import { sumWordErrors, wordErrorRate } from './word-error-rate.ts';
import { median } from './word-time-error.ts';

/**
 * `npm run accuracy`: every clip with a reference through the built app in a real browser, by the models that are
 * installed: the miniature on its own synthetic clips, the others on real recordings.
 */
type Outcome =
  | { clip: ReferenceClip; kind: 'scored'; model: string; score: ClipScore }
  | { clip: ReferenceClip; kind: 'no model' | 'failed'; reason: string };

const MINIATURE = 'mini-whisper';
const MODEL_MISSING = 503;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const milliseconds = (seconds: number) => `${Math.round(seconds * 1000)} ms`;

function paramsFor({ collection, languages }: ReferenceClip): Record<string, unknown> {
  if (collection === 'miniature') {
    return { model: 'stt-1', language_config: { code_switching: languages.length > 1 } };
  }
  const known: readonly string[] = STT_3_LANGUAGES;
  const model = languages.every((language) => known.includes(language)) ? 'stt-3' : 'stt-1';
  // English is left to detection; for the others it must be said, so that a model which knows only English declines.
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

async function run(): Promise<void> {
  const shared = join(PROJECT_ROOT, '../shared/models');
  const modelsDir = existsSync(shared) ? shared : join(PROJECT_ROOT, 'public/models');
  const clips = [...miniatureClips(), ...recordedClips()];
  if (!existsSync(shared)) console.log('../shared is absent: real recordings are left out.');
  console.log(
    `${'clip'.padEnd(56)}${'WER'.padStart(9)}${'errors'.padStart(9)}${'times'.padStart(8)}  language`,
  );
  const outcomes: Outcome[] = [];
  const session = await BrowserSession.open({ modelsDir });
  try {
    for (const clip of clips) {
      const outcome = await tryClip(session, clip);
      console.log(row(outcome));
      outcomes.push(outcome);
    }
  } finally {
    await session.close();
  }
  report(outcomes);
}

function report(outcomes: Outcome[]): void {
  const models = totals(outcomes);
  console.log('');
  for (const { model, clips, wordErrorRate: rate, languageAccuracy, medianBoundaryError } of models) {
    const times = medianBoundaryError === null ? 'no truth' : milliseconds(medianBoundaryError);
    console.log(
      `${model}: ${clips} clips, WER ${percent(rate)}, languages right ${percent(languageAccuracy)}, median word boundary error ${times}`,
    );
  }
  const count = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  console.log(
    `${count('scored')} clips scored, ${count('no model')} without a model, ${count('failed')} failed`,
  );
  const folder = join(PROJECT_ROOT, '.cache');
  mkdirSync(folder, { recursive: true });
  const clips = outcomes.map(({ clip, ...outcome }) => ({ clip: clip.name, ...outcome }));
  writeFileSync(join(folder, 'accuracy.json'), JSON.stringify({ models, clips }, null, 2));
  if (count('failed') > 0 || count('scored') === 0) process.exitCode = 1;
}

await run();
