import type { AddonModule, AddonTools, WordRun } from '../../../addons/addon.ts';
import type { AddonKey } from '../../../addons/addon-schema.ts';
import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { Transcription } from '../../../contract/transcripts/transcription-result.ts';
import type { TranslatedUtterance } from '../../../contract/transcripts/utterance.ts';
import type { RecognisedWord } from '../../../engine/asr/asr-engine.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { AddonFacts, AddonHost, AddonReading, AddonRewriting, AddonWorkerApi } from '../shared/api.ts';
import { addonTools } from './addon-tools.ts';

/** Each add-on's code is loaded on demand. */
const runners = import.meta.glob<AddonModule>('../../../addons/*/run.ts');

/** Runs add-ons, one at a time. */
export class AddonSession implements AddonWorkerApi {
  #host: AddonHost | null = null;

  connect(host: AddonHost): void {
    this.#host = host;
  }

  async onWords(
    key: AddonKey,
    runs: readonly WordRun[],
    request: RequestParams,
  ): Promise<RecognisedWord[][]> {
    const { onWords } = await runnerOf(key);
    if (!onWords) throw new AppError('internal', msg`${key} does not rewrite words.`);
    const rewritten: RecognisedWord[][] = [];
    for (const run of runs) rewritten.push(await onWords(run, request, this.#tools(key)));
    return rewritten;
  }

  async onUtterances(
    key: AddonKey,
    transcription: Transcription,
    request: RequestParams,
  ): Promise<AddonRewriting> {
    const { onUtterances } = await runnerOf(key);
    if (!onUtterances) throw new AppError('internal', msg`${key} does not rewrite transcripts.`);
    const facts: AddonFacts = {};
    return { ...(await onUtterances(transcription, request, this.#tools(key, facts))), facts };
  }

  async onTranscript(
    key: AddonKey,
    transcription: Transcription,
    request: RequestParams,
  ): Promise<AddonReading> {
    const { onTranscript } = await runnerOf(key);
    if (!onTranscript) throw new AppError('internal', msg`${key} does not read transcripts.`);
    const facts: AddonFacts = {};
    return { results: await onTranscript(transcription, request, this.#tools(key, facts)), facts };
  }

  async readTranslation(
    key: AddonKey,
    utterances: readonly TranslatedUtterance[],
    request: RequestParams,
  ): Promise<unknown> {
    const { readTranslation } = await runnerOf(key);
    if (!readTranslation) throw new AppError('internal', msg`${key} does not read translations.`);
    return readTranslation(utterances, request);
  }

  #tools(key: AddonKey, facts: AddonFacts = {}): AddonTools {
    if (!this.#host) throw new AppError('internal', msg`The add-on worker was not connected to its page.`);
    return addonTools(key, this.#host, facts);
  }
}

async function runnerOf(key: AddonKey): Promise<AddonModule> {
  const load = runners[`../../../addons/${key}/run.ts`];
  if (!load) throw new AppError('internal', msg`There is no add-on named ${key}.`);
  return load();
}
