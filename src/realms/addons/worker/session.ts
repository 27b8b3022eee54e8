import type { AddonModule, AddonTools, WordRun } from '../../../addons/addon.ts';
import type { AddonKey } from '../../../addons/addon-schema.ts';
import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { Transcription } from '../../../contract/transcripts/transcription-result.ts';
import type { TranslatedUtterance } from '../../../contract/transcripts/utterance.ts';
import type { RecognisedWord } from '../../../engine/asr/asr-engine.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/msg.ts';
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

  async rewriteWords(
    key: AddonKey,
    runs: readonly WordRun[],
    request: RequestParams,
  ): Promise<RecognisedWord[][]> {
    const { rewriteWords } = await runnerOf(key);
    if (!rewriteWords) throw new AppError('internal', msg`${key} does not rewrite words.`);
    const rewritten: RecognisedWord[][] = [];
    for (const run of runs) rewritten.push(await rewriteWords(run, request, this.#tools(key)));
    return rewritten;
  }

  async rewriteTranscript(
    key: AddonKey,
    transcription: Transcription,
    request: RequestParams,
  ): Promise<AddonRewriting> {
    const { rewriteTranscript } = await runnerOf(key);
    if (!rewriteTranscript) throw new AppError('internal', msg`${key} does not rewrite transcripts.`);
    const facts: AddonFacts = {};
    return { ...(await rewriteTranscript(transcription, request, this.#tools(key, facts))), facts };
  }

  async readTranscript(
    key: AddonKey,
    transcription: Transcription,
    request: RequestParams,
  ): Promise<AddonReading> {
    const { readTranscript } = await runnerOf(key);
    if (!readTranscript) throw new AppError('internal', msg`${key} does not read transcripts.`);
    const facts: AddonFacts = {};
    return { results: await readTranscript(transcription, request, this.#tools(key, facts)), facts };
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
