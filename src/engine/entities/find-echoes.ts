import type { StreamEntity, StreamFinds } from './find-in-stream.ts';
import { digitRuns } from './recognisers/digit-runs.ts';
import { writtenSpan } from './text-view.ts';

/** Fewer digits than this are too often something else. */
const LEAST_DIGITS = 4;

const ECHOED: ReadonlySet<string> = new Set([
  'ACCOUNT_NUMBER',
  'BANK_ACCOUNT',
  'CREDIT_CARD',
  'DRIVER_LICENSE',
  'HEALTHCARE_NUMBER',
  'NUMERICAL_PII',
  'PASSPORT_NUMBER',
  'PASSWORD',
  'PHONE_NUMBER',
  'ROUTING_NUMBER',
  'SSN',
  'VEHICLE_ID',
]);

/**
 * Numbers that were found once and are said again, whole or in part ("ending in one two three four", "one two three four,
 * right?"), by anybody: each gets the label of the number that it belongs to.
 */
export function findEchoes(streams: readonly StreamFinds[]): StreamEntity[][] {
  const secrets = streams
    .flatMap(({ entities }) => entities)
    .filter(({ type, value }) => ECHOED.has(type) && value.replaceAll(/\D/g, '').length >= LEAST_DIGITS);
  if (secrets.length === 0) return streams.map(() => []);
  const byDigits = secrets.map((secret) => ({ secret, digits: secret.value.replaceAll(/\D/g, '') }));
  return streams.map(({ spoken, entities }) =>
    digitRuns(spoken.text).flatMap(({ digits, places }) => {
      const known = digits.length >= LEAST_DIGITS && byDigits.find((one) => one.digits.includes(digits));
      if (!known) return [];
      const span = writtenSpan(spoken, places[0] ?? 0, (places.at(-1) ?? 0) + 1);
      const isTaken = entities.some(({ from, to }) => from < span.to && to > span.from);
      return isTaken ? [] : [{ ...known.secret, ...span }];
    }),
  );
}
