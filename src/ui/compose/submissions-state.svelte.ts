import type { ApiClient } from '../../client/api/api-client.ts';
import type { HeldArrival } from '../../client/recordings/arrivals.ts';
import type { GivenTranscript, SubmitOptions } from '../../client/recordings/submit-recording.ts';
import { TRANSLATION_LANGUAGE_CODES } from '../../contract/transcripts/language-codes.ts';
import { shownAddress } from '../../lib/addresses/shown-address.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { plainName } from '../../lib/files/plain-name.ts';
import { newId } from '../../lib/ids.ts';
import { mayHelpAgain } from '../parts/may-help-again.ts';
import { messageOf } from '../parts/message-of.ts';
import { languageInName, type PairedFile } from './paired-files.ts';

/** A recording being stored. */
export interface Submission {
  id: string;
  name: string;
  size: number | null;
  phase: 'waiting' | 'storing' | 'failed';
  error: string | null;
  /** Whether it can help to store it once more. */
  mayHelp: boolean;
}

/** Loaded when the first recording is given. */
const submitting = () => import('../../client/recordings/submit-recording.ts');

interface Entry {
  view: Submission;
  controller: AbortController;
  send: (signal: AbortSignal) => Promise<string>;
  created: (jobId: string) => void;
  /** What becomes of it if it is dismissed. */
  left: () => Promise<void>;
}

function withLanguage(file: File): GivenTranscript {
  const named = languageInName(file.name);
  return { file, language: TRANSLATION_LANGUAGE_CODES.find((code) => code === named) };
}

/** Recordings that are not jobs yet, stored one after another so that large ones do not compete. */
export class SubmissionsState {
  items = $state.raw<Submission[]>([]);
  readonly #api: ApiClient;
  #entries: Entry[] = [];
  #chain: Promise<void> = Promise.resolve();

  constructor(api: ApiClient) {
    this.#api = api;
  }

  submit(files: readonly PairedFile[], options: SubmitOptions, created: (jobId: string) => void): void {
    for (const { recording, transcript } of files) {
      const send = async (signal: AbortSignal) => {
        const { submitRecording } = await submitting();
        return submitRecording(this.#api, recording, options, {
          signal,
          transcript: transcript && withLanguage(transcript),
        });
      };
      void this.#add({ name: plainName(recording.name), size: recording.size }, send, created);
    }
  }

  /** The same for what was recorded or shared; one that is dismissed is offered again. */
  submitArrivals(
    arrivals: readonly HeldArrival[],
    options: SubmitOptions,
    created: (jobId: string) => void,
  ): void {
    for (const arrival of arrivals) {
      const { filename, bytes } = arrival.record;
      const send = async (signal: AbortSignal) =>
        (await import('../../client/recordings/submit-arrival.ts')).submitArrival(
          this.#api,
          arrival,
          options,
          signal,
        );
      const size = bytes + arrival.unsaved.reduce((sum, piece) => sum + piece.size, 0);
      const leave = async () => (await import('../../client/recordings/arrivals.ts')).leaveArrival(arrival);
      void this.#add({ name: plainName(filename), size }, send, created, leave);
    }
  }

  /** The same for a recording at an address. */
  submitAddress(address: string, options: SubmitOptions, created: (jobId: string) => void): void {
    const send = async (signal: AbortSignal) =>
      (await submitting()).submitAddress(this.#api, address, options, signal);
    void this.#add({ name: shownAddress(address), size: null }, send, created);
  }

  /** Resolves when the sample's job was created or failed. */
  submitSample(options: SubmitOptions, created: (jobId: string) => void): Promise<void> {
    const send = async (signal: AbortSignal) => (await submitting()).submitSample(this.#api, options, signal);
    return this.#add({ name: 'Sample', size: null }, send, created);
  }

  retry(id: string): void {
    const entry = this.#entries.find(({ view }) => view.id === id);
    if (entry?.view.phase !== 'failed') return;
    entry.controller = new AbortController();
    this.#show(entry, { phase: 'waiting', error: null });
    this.#enqueue(entry);
  }

  /** Cancels a submission, or removes a failed one. */
  dismiss(id: string): void {
    const entry = this.#entries.find(({ view }) => view.id === id);
    if (!entry) return;
    entry.controller.abort();
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#publish();
    entry.left().catch((error: unknown) => {
      // It is nowhere else.
      this.#entries = [...this.#entries, entry];
      this.#show(entry, { phase: 'failed', error: messageOf(error), mayHelp: true });
    });
  }

  #add(
    what: Pick<Submission, 'name' | 'size'>,
    send: Entry['send'],
    created: Entry['created'],
    left: Entry['left'] = async () => undefined,
  ): Promise<void> {
    const view: Submission = { id: newId(), ...what, phase: 'waiting', error: null, mayHelp: true };
    const entry = { view, controller: new AbortController(), send, created, left };
    this.#entries = [...this.#entries, entry];
    this.#publish();
    return this.#enqueue(entry);
  }

  #enqueue(entry: Entry): Promise<void> {
    this.#chain = this.#chain.then(() => this.#run(entry));
    return this.#chain;
  }

  async #run(entry: Entry): Promise<void> {
    const { signal } = entry.controller;
    if (signal.aborted) return;
    this.#show(entry, { phase: 'storing' });
    try {
      const jobId = await entry.send(signal);
      this.#entries = this.#entries.filter((other) => other !== entry);
      this.#publish();
      entry.created(jobId);
    } catch (error) {
      const mayHelp = mayHelpAgain(toAppError(error).code);
      if (!signal.aborted) this.#show(entry, { phase: 'failed', error: messageOf(error), mayHelp });
    }
  }

  #show(entry: Entry, change: Partial<Submission>): void {
    entry.view = { ...entry.view, ...change };
    this.#publish();
  }

  #publish(): void {
    this.items = this.#entries.map(({ view }) => view);
  }
}
