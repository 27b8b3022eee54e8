import { jobTexts } from '../../../client/jobs/job-texts.ts';
import { addonsRequest } from '../../../contract/addons/addons-request.ts';
import type { PreRecordedJob } from '../../../contract/jobs/pre-recorded-job.ts';
import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import { recognisedUtterances } from '../../../document/recognised-utterances.ts';
import type { AppState } from '../../app/app-state.svelte.ts';

/** The part of a run that was made of the corrected text. */
const PART = 'corrected';
const TRANSLATION = 'translation';

/** Add-ons that run on a transcript as it is corrected; their results remain with the recording. */
export class CorrectedRuns {
  /** Those that are done, newest first. */
  done = $state.raw<PreRecordedJob[]>([]);
  /** The run in progress, or the one that failed last. */
  readonly current = $derived.by(() => this.#app.addonRuns.of(this.#jobId, PART));
  readonly #app: AppState;
  readonly #jobId: string;

  constructor(app: AppState, jobId: string) {
    this.#app = app;
    this.#jobId = jobId;
    void this.#load();
  }

  get isRunning(): boolean {
    const translation = this.#app.addonRuns.of(this.#jobId, TRANSLATION);
    return [this.current, translation].some((run) => run?.phase === 'running');
  }

  /** Resolves when the results are there, or the error. `wanted` are fields of a request for add-ons. */
  start(wanted: object, document: CorrectedTranscript): Promise<void> {
    return this.startOn(wanted, recognisedUtterances(document));
  }

  /** Translates the transcript into further languages: they are read where its other translations are. */
  async translate(
    job: PreRecordedJob,
    wanted?: { target_languages: readonly string[] } | null,
  ): Promise<void> {
    const before = jobTexts(job).flatMap(({ language }) => language ?? []);
    const targets = new Set([...before, ...(wanted?.target_languages ?? [])]);
    const translation_config = { ...wanted, target_languages: [...targets] };
    const request = addonsRequest.parse({ translation: true, translation_config });
    await this.#app.addonRuns.run(job.id, TRANSLATION, request);
    if (!this.#app.addonRuns.of(job.id, TRANSLATION)) this.#app.say('The languages are above the text.');
  }

  /** The same with a text of one's own, such as a summary. */
  async startOn(wanted: object, utterances: readonly Utterance[]): Promise<void> {
    const transcription = { utterances };
    await this.#app.addonRuns.run(this.#jobId, PART, addonsRequest.parse({ ...wanted, transcription }));
    await this.#load();
  }

  #load(): Promise<unknown> {
    return this.#app.attempt(async () => {
      const { items } = await this.#app.api.listAddonRuns(this.#jobId);
      this.done = items.filter(({ status }) => status === 'done');
    });
  }
}

/** Whether a run gave one of these results. */
export const hasResult = ({ result }: PreRecordedJob, isMeant: (key: string) => boolean): boolean =>
  Object.entries(result ?? {}).some(
    ([key, value]) => value != null && key !== 'metadata' && key !== 'transcription' && isMeant(key),
  );
