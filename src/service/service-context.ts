import type { Context } from 'hono';
import type { ClientSettings } from '../contract/clients/client-settings.ts';
import type { FormPart } from '../contract/jobs/handed-form.ts';
import type { TranscriptCall, TranscriptOutcome } from '../contract/realms/transcript-work.ts';
import type { KeyRecord, Settings } from '../storage/database/records.ts';
import type { JobInText } from '../storage/jobs/job-rows.ts';
import type { DeployedClients } from '../storage/settings/settings-store.ts';

/** Who sent a request. */
export interface Sender {
  /** Path of the requesting page; `ANY_PAGE` for a worker, and where nobody can say which it is; null for none. */
  page: () => Promise<string | null>;
  /** The app's own origin. */
  home: string;
  /** Reads the operator's file; null if it cannot. */
  readDeployed?: () => Promise<DeployedClients | null>;
}

/** What is known about a request besides the request itself. */
export interface Caller extends Partial<Sender> {
  /** The parts of the request's form, if they came by reference and not as its body. */
  parts?: FormPart[];
  /** Imports or exports a transcript in another realm; null where there is none. */
  elsewhere?: (call: TranscriptCall) => Promise<TranscriptOutcome | null>;
}

/** `Variables` are set by the middleware for the handlers. */
export interface ServiceEnv {
  Bindings: Caller;
  Variables: {
    clients: ClientSettings;
    /** As they were when the request came. */
    limits: Settings['limits'];
    /** The base URL the caller used, which prefixes every URL in the response. */
    base: string;
    /** Every base URL that refers to this service. */
    bases: readonly string[];
    /** The valid key of the usual header, found while the settings are read; null if there is none. */
    usualKey: Promise<KeyRecord | null>;
    key: KeyRecord;
    /** The job in the path, which is read while it is found out who asks; absent where it is not needed. */
    ahead: Promise<JobInText | null> | undefined;
  };
}

export type ServiceContext = Context<ServiceEnv>;

/** The id in the path, as stored. */
export const pathId = (context: ServiceContext): string => (context.req.param('id') ?? '').toLowerCase();
