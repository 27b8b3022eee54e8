import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { type ProfileNotes, readNotes, writeNotes } from './browser/temporary-profile.ts';

/** What a job is of: the same recording, unchanged, with the same parameters and models. */
export function identityOf(file: string, asked: unknown): string {
  const { size, mtimeMs } = statSync(file);
  const text = JSON.stringify([realpathSync(file), size, mtimeMs, asked]);
  return createHash('sha256').update(text).digest('hex');
}

/** The jobs of a profile whose transcripts were not written yet: the same command goes on with them. */
export class KeptJobs {
  readonly #notes: ProfileNotes;

  constructor(
    private readonly profile: string,
    port: number,
  ) {
    const { jobs = {}, isKept = false } = readNotes(profile) ?? {};
    this.#notes = { port, jobs, isKept };
  }

  /** The address of the result; undefined if there is none. */
  find = (identity: string): string | undefined => this.#notes.jobs[identity];

  add(identity: string, resultUrl: string): void {
    this.#notes.jobs[identity] = resultUrl;
    writeNotes(this.profile, this.#notes);
  }

  remove(identity: string): void {
    delete this.#notes.jobs[identity];
    this.#notes.isKept &&= Object.keys(this.#notes.jobs).length > 0;
    writeNotes(this.profile, this.#notes);
  }

  /** Keeps the profile for a while, because a transcript of it could not be written. */
  keep(): void {
    this.#notes.isKept = true;
    writeNotes(this.profile, this.#notes);
  }
}
