import { withWords } from '../cues/cues.ts';
import type { SpeakerEntity, SpeakerFinds } from './find-in-speaker-text.ts';
import { viewText, writtenSpan } from './mapped-text.ts';
import { type DigitRun, digitRuns } from './recognisers/digit-runs.ts';

/** Fewer digits are too often something else, except a card's code said once more. */
const LEAST_DIGITS = 4;
const LEAST_CODE_DIGITS = 3;
/** This many identical digits in a row are not a coincidence. */
const SURE_DIGITS = 6;

const ECHOED: ReadonlySet<string> = new Set([
  'ACCOUNT_NUMBER',
  'BANK_ACCOUNT',
  'CREDIT_CARD',
  'CVV',
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

/** "ending in", "the last 4 digits are": part of a number follows. */
const PART_CUE = withWords('(?<![\\p{L}\\p{N}])<part of a number>[^.?!\\d]{0,24}$');

/** A found number, as it was said. */
interface Secret {
  entity: SpeakerEntity;
  digits: string;
  /** Digit counts at which one of its groups ends. */
  groups: ReadonlySet<number>;
}

/**
 * Repetitions of found numbers by anybody, whole or in part ("ending in one two three four", "one two three four,
 * right?"): each gets the label of its number.
 */
export function findRepeatedNumbers(streams: readonly SpeakerFinds[]): SpeakerEntity[][] {
  const secrets = streams.flatMap(({ spoken, entities }) =>
    entities
      .filter(({ type }) => ECHOED.has(type))
      .map((entity) => secretOf(entity, viewText(spoken, entity))),
  );
  const known = secrets.filter(({ digits, entity }) => digits.length >= leastOf(entity));
  if (known.length === 0) return streams.map(() => []);
  return streams.map(({ spoken, entities }) =>
    digitRuns(spoken.text).flatMap((run) => {
      if (run.digits.length < LEAST_CODE_DIGITS) return [];
      const from = run.places[0] ?? 0;
      const hasContext = PART_CUE.test(spoken.text.slice(Math.max(0, from - 60), from));
      const secret = known.find((one) => isEcho(run, one, hasContext));
      if (!secret) return [];
      const span = writtenSpan(spoken, from, (run.places.at(-1) ?? 0) + 1);
      const isTaken = entities.some((entity) => entity.from < span.to && entity.to > span.from);
      return isTaken ? [] : [{ ...secret.entity, ...span }];
    }),
  );
}

function secretOf(entity: SpeakerEntity, said: string): Secret {
  let digits = '';
  const groups = new Set<number>();
  for (const [group] of said.matchAll(/\d+/g)) {
    digits += group;
    groups.add(digits.length);
  }
  return { entity, digits, groups };
}

const leastOf = ({ type }: SpeakerEntity): number => (type === 'CVV' ? LEAST_CODE_DIGITS : LEAST_DIGITS);

/** People repeat the end of a number or its first groups; any other four of its digits may be something else. */
function isEcho({ digits, ends }: DigitRun, secret: Secret, hasContext: boolean): boolean {
  if (secret.entity.type === 'CVV') return digits === secret.digits;
  if (digits.length < LEAST_DIGITS) return false;
  if (hasContext || digits.length >= SURE_DIGITS || digits === secret.digits)
    return secret.digits.includes(digits);
  const isYear = /^(?:19|20)\d\d$/.test(digits) && ends.indexOf(true) === digits.length - 1;
  if (isYear) return false;
  return (
    secret.digits.endsWith(digits) || (secret.digits.startsWith(digits) && secret.groups.has(digits.length))
  );
}
