import { AppError, toAppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { z } from '../../lib/zod.ts';
import { invalidParameters } from '../errors/invalid-parameters.ts';
import { validationErrors } from '../errors/validation-errors.ts';
import { LANGUAGE_MODEL_NAMES, MODEL_NAMES } from '../jobs/model-name.ts';
import { toBaseAddress } from './base-address.ts';

/** What a further name may represent: models of speech, and language models for prompts. */
const ALIASED = [...MODEL_NAMES, ...LANGUAGE_MODEL_NAMES] as const;

/** How code written for another service reaches this one, as stored. */
export const clientSettings = z.object({
  /** Additional base URLs served here: `https://host` or `https://host/path`. */
  base_addresses: z.array(z.string()).default([]),
  /** Additional headers that may carry the key, in lower case. */
  key_headers: z.array(z.string()).default([]),
  /** Additional model names. */
  models: z.record(z.string(), z.enum(ALIASED)).default({}),
  /** Whether the small English model may write drafts of recordings whose model is missing. */
  allow_drafts: z.boolean().optional(),
});

export type ClientSettings = z.infer<typeof clientSettings>;

/** The same as entered by people: in the app's settings, or as a page's `window.earshotConfig`. */
const writtenSettings = z.strictObject({
  /** URLs, or paths of this site. */
  baseAddresses: z.array(z.string()).default([]),
  keyHeaders: z.array(z.string()).default([]),
  models: z.record(z.string(), z.string()).default({}),
  allowDrafts: z.boolean().optional(),
});

export const operatorFile = writtenSettings.extend({
  privateAddresses: z.boolean().optional(),
  /** Whether the server fetches recordings and sends deliveries for the app, as the gateway does. */
  serverFetches: z.boolean().optional(),
  preferOwnModels: z.boolean().default(false),
});

export type WrittenClientSettings = z.input<typeof writtenSettings>;

/**
 * Reads entered settings, whose paths `ownOrigin` completes. Throws AppError 400 with each faulty text in `details`.
 */
export function readClientSettings(written: unknown, ownOrigin: string): ClientSettings {
  const parsed = writtenSettings.safeParse(written, { reportInput: true });
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const { baseAddresses, keyHeaders, models, allowDrafts } = parsed.data;
  const bases = baseAddresses.map((text) => toBaseAddress(text, ownOrigin));
  const headers = keyHeaders.map((name) => name.trim().toLowerCase());
  const faults = [
    ...baseAddresses.filter((_, index) => bases[index] === null).map(faultOfAddress),
    ...headers.map(faultOfHeader),
    ...Object.entries(models).map(([alias, name]) => faultOfModel(alias, name)),
  ].filter((fault) => fault !== null);
  if (faults.length > 0) throw invalidParameters(faults);
  return clientSettings.parse({
    base_addresses: unique(bases),
    key_headers: unique(headers),
    models,
    ...(allowDrafts && { allow_drafts: true }),
  });
}

/** The operator's file: client settings for all pages, and what concerns the whole installation. */
export interface OperatorSettings {
  clients: ClientSettings;
  /** Whether addresses of private networks may be reached; null for the default. */
  private_addresses: boolean | null;
  server_fetches: boolean;
  /** Whether the user's own models come before those of the manifest. */
  prefers_own_models: boolean;
}

/** The same for the operator's file. Throws AppError 400 whose `details` list each error. */
export function readOperatorSettings(written: unknown, ownOrigin: string): OperatorSettings {
  const parsed = operatorFile.safeParse(written, { reportInput: true });
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const { privateAddresses = null, serverFetches = false, preferOwnModels, ...clients } = parsed.data;
  return {
    clients: readClientSettings(clients, ownOrigin),
    private_addresses: privateAddresses,
    server_fetches: serverFetches,
    prefers_own_models: preferOwnModels,
  };
}

/** The same for a page's `window.earshotConfig`, whose errors name it. Throws AppError 400. */
export function readPageConfig(written: unknown, ownOrigin: string): ClientSettings {
  try {
    return readClientSettings(written, ownOrigin);
  } catch (cause) {
    const { message, details } = toAppError(cause);
    const faults = details?.join('; ') ?? message;
    throw new AppError('invalid_request', msg`window.earshotConfig is invalid: ${faults}.`, {
      cause,
      details,
    });
  }
}

const faultOfAddress = (text: string) =>
  `“${text}” must be an http or https address such as https://api.example.com, or a path of this site such as /speech`;

/** RFC 9110 §5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

function faultOfHeader(name: string): string | null {
  if (!HEADER_NAME.test(name)) return `“${name}” must be the name of a header, such as x-api-key`;
  // Browsers reserve some, such as `cookie` and `host`.
  const { headers } = new Request('https://any.example', { headers: { [name]: 'x' } });
  return headers.has(name) ? null : `“${name}” must be a header that a page may send`;
}

const isModel = (name: string) => ALIASED.some((own) => own === name);

function faultOfModel(alias: string, name: string): string | null {
  if (alias.trim() === '') return 'a further name of a model must not be empty';
  if (isModel(alias)) return `“${alias}” must be another name than those of the models here`;
  return isModel(name) ? null : `“${alias}” must stand for one of ${ALIASED.join(', ')}, not for “${name}”`;
}

/** Merges settings; if two define the same model name, the later one wins. */
export function mergeClientSettings(several: readonly ClientSettings[]): ClientSettings {
  return {
    base_addresses: unique(several.flatMap(({ base_addresses }) => base_addresses)),
    key_headers: unique(several.flatMap(({ key_headers }) => key_headers)),
    models: Object.fromEntries(several.flatMap(({ models }) => Object.entries(models))),
    ...(several.some(({ allow_drafts }) => allow_drafts) && { allow_drafts: true }),
  };
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
