import type { Message } from '../../lib/errors/msg.ts';
import type { ManifestModel } from '../../models/manifest/manifest.ts';
import type { ModelPurpose } from '../../models/manifest/model-purpose.ts';
import type { Rehearsed } from '../../models/manifest/rehearsals.ts';
import type { ModelState } from '../../models/store/model-store.ts';

export type { ModelPurpose, Rehearsed };

export interface ListedModel {
  id: string;
  title: string;
  description: string;
  /** What it does for a person. */
  purpose: ModelPurpose;
  engine: ManifestModel['engine'];
  /** What it is used for, in the request's terms: the model names that it serves, or add-ons. */
  uses: string[];
  /** Whether it is the first to offer to this device, where none of its engine is installed. */
  offeredFirst?: boolean;
  /** Language pairs of a translation model, source first; 'any' for any pair of its languages; null for others. */
  pairs: 'any' | [string, string][] | null;
  languages: 'all' | string[];
  licence: string;
  state: ModelState;
  /** Bytes left to download. */
  downloadBytes: number;
  /** False if the model source has not reported the size of some files. */
  downloadIsExact: boolean;
  /** Bytes stored in this browser. */
  storedBytes: number;
  /** Where it runs, or would run: a sentence. */
  runsOn: Message;
  /** Why this device cannot run it; null if it can. */
  unusable: Message | null;
  /** Seconds of audio, or words of a language model, in each second where it runs or would run; null if not measured. */
  speed: number | null;
  /** What it took in a rehearsal on two cores; docs/rehearsals.md. */
  rehearsed?: Rehearsed | null;
  /** Measured word errors of a speech model in percent, by language. */
  wordErrors?: Readonly<Record<string, number>> | undefined;
  /** A speech model that computes nothing twice while somebody speaks. */
  streams?: boolean;
  /** The model that this device could have instead of this installed one, and what is gained: a text of the manifest. */
  replacedBy?: { id: string; title: string; gain: string } | undefined;
  /** Whether it is a language model that runs, or would run, without a GPU. */
  writesOnCpu: boolean;
  downloadable: boolean;
  /** Supplied by the user; the manifest does not name it. */
  isOwn: boolean;
}

/** Models that are installed together, as far as this device can run them. */
export interface ListedSet {
  id: string;
  title: string;
  description: string;
  models: ListedModel[];
  /** Bytes left to download. */
  bytes: number;
  isExact: boolean;
  state: 'installed' | 'partial' | 'absent';
  /** Why this device cannot use it; null if it can. */
  unusable: Message | null;
}

/** Whether a model can be used now. */
export const isInstalled = ({ state }: Pick<ListedModel, 'state'>): boolean =>
  state === 'bundled' || state === 'served' || state === 'downloaded';

/** A longer wait for ten minutes of speech is for those who ask for it: the model remains in the list, with its time. */
const LONGEST_SUMMARY_SECONDS = 120;

/** Whether a model may be offered where nobody asked for it: a language model on the CPU only if it was rehearsed to be quick. */
export const isQuick = ({
  writesOnCpu,
  rehearsed,
}: Pick<ListedModel, 'writesOnCpu' | 'rehearsed'>): boolean =>
  !writesOnCpu || (rehearsed?.summarySeconds ?? Number.POSITIVE_INFINITY) <= LONGEST_SUMMARY_SECONDS;

/** Bytes to download for all of them. */
export const bytesToGet = (models: readonly ListedModel[]): number =>
  models.reduce((sum, model) => sum + (isInstalled(model) ? 0 : model.downloadBytes), 0);
