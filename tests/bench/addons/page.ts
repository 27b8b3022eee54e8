import type { AddonKey } from '../../../src/addons/addon.ts';
import { type PreRecordedRequestInput, requestParams } from '../../../src/contract/pre-recorded-request.ts';
import type { Transcription } from '../../../src/contract/transcription-result.ts';
import { buildTranscript } from '../../../src/engine/transcript/build-transcript.ts';
import { browserModels } from '../../../src/models/browser-models.ts';
import { addonSchemas } from '../../../src/pipeline/addon-order.ts';
import { AddonRunner } from '../../../src/pipeline/addon-runner.ts';
import { readTranscript } from '../../../src/pipeline/read-transcript.ts';
import { rewriteTranscript } from '../../../src/pipeline/rewrite-transcript.ts';
import { rewriteWords } from '../../../src/pipeline/rewrite-words.ts';

export interface AddonTime {
  key: AddonKey;
  /** With the loading of its code and tables, as in a job. */
  seconds: number;
  /** Null where it did its work. */
  error: string | null;
}

/** What each add-on is asked, beside its switch. */
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
  var runAddons: (transcription: Transcription, keys: readonly AddonKey[]) => Promise<AddonTime[]>;
}

globalThis.addonKeys = addonSchemas.map(({ key }) => key).toSorted();

/** One job's add-ons in one worker, one after the other, each on the transcript as it was. */
globalThis.runAddons = async (transcription, keys) => {
  const host = { browser: browserModels, onProgress: () => undefined, onOutput: () => undefined };
  const duration = transcription.utterances.at(-1)?.end ?? 0;
  const runner = new AddonRunner(duration, host, new AbortController().signal);
  const times: AddonTime[] = [];
  for (const key of keys) {
    const request = requestParams.parse({ audio_url: null, ...CONFIGS, [key]: true });
    const startedAt = performance.now();
    const error = await run(transcription, request, runner);
    times.push({ key, seconds: (performance.now() - startedAt) / 1000, error });
  }
  runner.end();
  return times;
};

/** What went wrong; null where nothing did. */
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
  const words = await rewriteWords(heard, request, runner);
  // Only what an add-on of this stage made has to be put together again.
  const transcription = words.windows.some((window, index) => window !== heard[index])
    ? buildTranscript(words.windows)
    : said;
  const rewritten = await rewriteTranscript(transcription, request, runner);
  const read = await readTranscript(rewritten.transcription, request, runner);
  const failed = JSON.stringify({ ...rewritten.result, ...read.result }).match(/"error":\{[^}]*\}/)?.[0];
  return failed ?? [...words.notes, ...read.notes][0] ?? null;
}
