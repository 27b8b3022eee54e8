import { isPrivateAddress } from '../../lib/addresses/private-address.ts';
import { z } from '../../lib/zod.ts';
import { invalidParameters } from '../errors/invalid-parameters.ts';
import { validationErrors } from '../errors/validation-errors.ts';
import { hasUserInfo, httpUrl, NO_USER_INFO } from '../jobs/request-configs.ts';
import { webhookEvent } from '../live/live-events.ts';
import { operatorFile, readOperatorSettings } from './client-settings.ts';

const NAME = z.string().trim().min(1).max(80);

/** Whether a header can carry the text, and it is too long to be guessed. */
export const isSecret = (text: string): boolean => /^[!-~]{16,256}$/.test(text);
export const SECRET_FORM = 'must be 16 to 256 letters, digits or signs, without spaces';

const secret = z.string().refine(isSecret, SECRET_FORM);

const key = z
  .strictObject({ name: NAME, secret: secret.optional(), sha256: z.hex().length(64).optional() })
  .refine(({ secret, sha256 }) => (secret === undefined) !== (sha256 === undefined), {
    message: 'must have either a secret or its sha256',
  });

const webhook = z.strictObject({
  name: NAME,
  url: httpUrl.refine((url) => !hasUserInfo(url), NO_USER_INFO),
  events: z.array(webhookEvent).min(1).default(['transcription.success', 'transcription.error']),
  secret: z.string().min(1).nullable().default(null),
});

/** The file of `--settings` of a gateway: the operator's, and secrets, which are served to nobody. */
const gatewayFile = operatorFile.omit({ serverFetches: true }).extend({
  baseAddresses: z.array(z.string()).default(['/v1']),
  keys: z.array(key).default([]),
  webhooks: z.array(webhook).default([]),
  callbackSecret: z.string().min(1).nullable().default(null),
});

export type GatewayFile = z.infer<typeof gatewayFile>;

/** Reads the file; `ownOrigin` completes paths. Throws AppError 400 whose `details` list each error. */
export function readGatewayFile(written: unknown, ownOrigin: string): GatewayFile {
  const parsed = gatewayFile.safeParse(written, { reportInput: true });
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const { keys, webhooks, callbackSecret: _, ...operator } = parsed.data;
  readOperatorSettings(operator, ownOrigin);
  const faults = [
    ...repeated('keys', keys),
    ...repeated('webhooks', webhooks),
    ...webhooks.flatMap(({ url }, index) =>
      operator.privateAddresses || !isPrivateAddress(url)
        ? []
        : [
            `webhooks.${index}.url must not be an address of a private network, unless privateAddresses is true`,
          ],
    ),
  ];
  if (faults.length > 0) throw invalidParameters(faults);
  return parsed.data;
}

const repeated = (field: string, named: readonly { name: string }[]): string[] =>
  named.flatMap(({ name }, index) =>
    named.findIndex((other) => other.name === name) === index
      ? []
      : [`${field}.${index}.name must be another than that of the entries before it`],
  );
