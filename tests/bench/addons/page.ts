import type { AddonKey } from '../../../src/addons/addon-schema.ts';
import { addonSchemas } from '../../../src/addons/addon-schemas.ts';
import {
  type PreRecordedRequestInput,
  requestParams,
} from '../../../src/contract/jobs/pre-recorded-request.ts';
import type { Transcription } from '../../../src/contract/transcripts/transcription-result.ts';
import { buildTranscript } from '../../../src/engine/transcript/build-transcript.ts';
import { AddonRunner } from '../../../src/host/run/addons/addon-runner.ts';
import { onTranscript } from '../../../src/host/run/addons/run-transcript-addons.ts';
import { onUtterances } from '../../../src/host/run/addons/run-utterance-addons.ts';
import { onWords } from '../../../src/host/run/addons/run-word-addons.ts';
import { inEnglish } from '../../../src/lib/errors/msg.ts';

export interface AddonTime {
  key: AddonKey;
  /** Including loading its code and tables, as in a job. */
  seconds: number;
  /** Null if it succeeded. */
  error: string | null;
}

/** The request of each add-on, beside its switch. */
const CONFIGS: Omit<PreRecordedRequestInput, 'audio_url'> = {
  custom_spelling_config: { spelling_dictionary: { 'Jon Smyth': ['john smith'] } },
  custom_vocabulary_config: { vocabulary: ['Jon Smyth', 'Xqarv', 'Anna Lopez'] },
  subtitles_config: { formats: ['srt', 'vtt'] },
  translation_config: { target_languages: ['fr'] },
  audio_to_llm_config: { prompts: ['What was decided?'] },
  structured_data_extraction_config: { classes: ['name'] },
};

declare global {
  // A property of globalThis can only be declared by `var`.
  var addonKeys: readonly AddonKey[];
  /** Each on its own, on the original transcript, in one worker. */
  var runAddons: (transcription: Transcription, keys: readonly AddonKey[]) => Promise<AddonTime[]>;
  /** All of them in one job, each on the previous ones' result; seconds. */
  var runJob: (transcription: Transcription, keys: readonly AddonKey[]) => Promise<number>;
}

globalThis.addonKeys = addonSchemas.map(({ key }) => key).toSorted();

globalThis.runAddons = async (transcription, keys) => {
  const runner = runnerFor(transcription);
  const times: AddonTime[] = [];
  for (const key of keys) times.push({ key, ...(await timed(transcription, [key], runner)) });
  runner.end();
  return times;
};

globalThis.runJob = async (transcription, keys) => {
  const runner = runnerFor(transcription);
  const { seconds, error } = await timed(transcription, keys, runner);
  runner.end();
  if (error) throw new Error(error);
  return seconds;
};

function runnerFor({ utterances }: Transcription): AddonRunner {
  return new AddonRunner(utterances.at(-1)?.end ?? 0, {}, new AbortController().signal);
}

async function timed(
  transcription: Transcription,
  keys: readonly AddonKey[],
  runner: AddonRunner,
): Promise<Omit<AddonTime, 'key'>> {
  const switches = Object.fromEntries(keys.map((key) => [key, true]));
  const request = requestParams.parse({ audio_url: null, ...CONFIGS, ...switches });
  const startedAt = performance.now();
  const error = await run(transcription, request, runner);
  return { seconds: (performance.now() - startedAt) / 1000, error };
}

/** The error; null if there was none. */
async function run(
  said: Transcription,
  request: ReturnType<typeof requestParams.parse>,
  runner: AddonRunner,
): Promise<string | null> {
  const heard = said.utterances.map((utterance, index) => ({
    index,
    channel: utterance.channel,
    start: utterance.start,
    end: utterance.end,
    segments: [{ language: utterance.language, languageConfidence: 1, words: utterance.words }],
  }));
  const words = await onWords(heard, request, runner);
  // Only results of this stage's add-ons need reassembling.
  const transcription = words.windows.some((window, index) => window !== heard[index])
    ? buildTranscript(words.windows)
    : said;
  const rewritten = await onUtterances(transcription, request, runner);
  const read = await onTranscript(rewritten.transcription, request, runner);
  const failed = JSON.stringify({ ...rewritten.result, ...read.result }).match(/"error":\{[^}]*\}/)?.[0];
  const [note] = [...words.notes, ...read.notes];
  return failed ?? (note ? inEnglish(note) : null);
}
