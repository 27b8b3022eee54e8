import { LRUCache } from 'lru-cache';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { firstIndex } from '../../lib/first-index.ts';
import { matchAt } from '../../lib/match-at.ts';
import { withWords } from '../cues/cues.ts';
import { asWritten } from '../cues/spoken.ts';
import { SURENESS, type WrittenFind } from './found-entity.ts';
import { inverseNormalise } from './inverse-normalise.ts';
import {
  type MappedText,
  throughView,
  viewText,
  wholeView,
  withBorders,
  writtenSpan,
} from './mapped-text.ts';
import { CONTEXT_LANGUAGES } from './recognisers/codes-in-context.ts';
import { digitRuns } from './recognisers/digit-runs.ts';
import { recognise } from './recognisers/recognise.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';
import type { SpeakerText } from './speaker-text.ts';
import { TYPE_GROUPS } from './type-groups.ts';

/** An entity in a stream, and the requested type it belongs to. */
export interface SpeakerEntity extends WrittenFind {
  label: PiiEntityType;
  /** The same for the same entity, however it is written or said. */
  value: string;
}

const { dictated: DICTATED, longNumbers: LONG_NUMBERS } = TYPE_GROUPS;
/** Seconds between utterances that one entity may span: if it is dictated, and otherwise. */
const LONGEST_GAP = 60;
const SHORT_GAP = 1;

/** The spoken view, and the entities found in either view. */
export interface SpeakerFinds {
  stream: SpeakerText;
  spoken: MappedText;
  entities: SpeakerEntity[];
}

/** The streams of the channels and speakers. */
const formsOf = new LRUCache<string, { spoken: MappedText; found: WrittenFind[] }, SpeakerText>({
  max: 16,
  memoMethod: (_key, _stale, { context }) => findForms(context),
});

/** Everything with a fixed form, written or spoken; finds may overlap. */
function findForms({ text, languageAt }: SpeakerText): { spoken: MappedText; found: WrittenFind[] } {
  const written = wholeView(text);
  const languageOf = (index: number) => languageAt(written.from[index] ?? text.length);
  const spoken = throughView(inverseNormalise(written.text, languageOf), written);
  const views = spoken.text === written.text ? [written] : [written, spoken];
  const found = views.map(withBorders).flatMap((view) =>
    [...recognise(view), ...longNumbers(view, languageAt)].map(({ from, to, ...find }) => ({
      ...find,
      ...writtenSpan(view, from, to),
    })),
  );
  return { spoken, found };
}

/** Shorter ones are years, prices and the like. */
const LEAST_DIGITS = 7;

/** Long numbers in languages whose words around them nothing here knows: whatever they are, they identify somebody. */
function longNumbers(view: MappedText, languageAt: SpeakerText['languageAt']): WrittenFind[] {
  return digitRuns(view.text).flatMap(({ digits, places: [from = 0, ...others] }): WrittenFind[] => {
    const isKnown = CONTEXT_LANGUAGES.has(languageAt(writtenSpan(view, from, from + 1).from));
    if (digits.length < LEAST_DIGITS || isKnown) return [];
    const to = (others.at(-1) ?? from) + 1;
    return [{ type: 'NUMERICAL_PII', standsFor: [...LONG_NUMBERS], from, to, sureness: SURENESS.form }];
  });
}

/**
 * The entities of a stream, in order, without overlap.
 *
 * @param labelOf maps a type to the requested type it belongs to; undefined if there is none
 * @param extra entities found otherwise
 */
export function findInSpeakerText(
  stream: SpeakerText,
  utterances: readonly Utterance[],
  labelOf: (type: PiiEntityType) => PiiEntityType | undefined,
  extra: readonly WrittenFind[],
): SpeakerFinds {
  const { spoken, found } = formsOf.memo(`${stream.languages}\n${stream.text}`, { context: stream });
  const labelOfFind = ({ type, standsFor = [] }: WrittenFind) =>
    labelOf(type) ?? standsFor.map(labelOf).find((label) => label !== undefined);
  const isAsked = (find: WrittenFind): boolean => labelOfFind(find) !== undefined;
  const sure = [...found, ...extra]
    .filter((find) => isAsked(find) || find.sureness === SURENESS.checksum)
    .map((find) => wholeWords(trimmed(find, stream.text), stream.text))
    .filter((find) => find.from < find.to && staysTogether(find, stream, utterances));
  const asked = sure.filter(isAsked);
  // A type that was not requested keeps its parts from being taken for something else, but does not hide a find that
  // covers all of it.
  const others = sure.filter(
    (find) => !isAsked(find) && !asked.some(({ from, to }) => from <= find.from && to >= find.to),
  );
  const entities = resolveOverlaps([...asked, ...others], stream.text).flatMap((find): SpeakerEntity[] => {
    const label = labelOfFind(find);
    const whole = trimmed(find, stream.text);
    return label ? [{ ...whole, label, value: sameValue(whole, spoken) }] : [];
  });
  return { stream, spoken, entities };
}

const EDGE_BEFORE = /^[\s"'«“„([¿¡,.;:!?-]+/u;
const EDGE_AFTER = /[\s"'»”“)\],.;:!?\uF8FF-]+$/u;

/** Without punctuation at its edges; a bracket remains if its counterpart is inside. */
function trimmed<Found extends { from: number; to: number }>(find: Found, text: string): Found {
  const value = text.slice(find.from, find.to);
  const before = EDGE_BEFORE.exec(value)?.[0] ?? '';
  const after = EDGE_AFTER.exec(value)?.[0] ?? '';
  const keepsOpening = /^[(-]/.test(value) && (/^-\d/.test(value) || value.slice(1, -1).includes(')'));
  const from = find.from + (keepsOpening ? 0 : before.length);
  // "5 p.m." ends with its full stop.
  const isHalfDay =
    /\b[ap]\.? ?m$/.test(value.slice(0, value.length - after.length)) && /[ap]\. ?m/.test(value);
  const to = find.to - after.length + (isHalfDay && text[find.to - after.length] === '.' ? 1 : 0);
  return { ...find, from: Math.min(from, find.to), to: Math.max(to, find.from) };
}

const ENDING = /(?<=\p{L}')(?:s|m|t|d|ll|re|ve)(?=[^\p{L}])[^\p{L}\p{N}]*/uy;
const PART_OF_WORD = /[a-z\d]/;

/** Not the end of a contraction at its start ("it's 83…"), and no part of a word at its end. */
function wholeWords<Found extends { from: number; to: number }>(find: Found, text: string): Found {
  const from = find.from + (matchAt(ENDING, text, find.from)?.[0].length ?? 0);
  let { to } = find;
  while (to < text.length && PART_OF_WORD.test(text[to - 1] ?? '') && PART_OF_WORD.test(text[to] ?? ''))
    to += 1;
  return { ...find, from: Math.min(from, find.to), to };
}

/** Whether a find is not just a coincidence of two consecutive utterances. */
function staysTogether(
  { type, from, to }: WrittenFind,
  { words }: SpeakerText,
  utterances: readonly Utterance[],
): boolean {
  const own = words.slice(firstAfter(words, from), firstAfter(words, to, true));
  const most = DICTATED.has(type) ? LONGEST_GAP : SHORT_GAP;
  return own.every(({ utterance }, index) => {
    const previous = own[index - 1]?.utterance;
    if (previous === undefined || previous === utterance) return true;
    return (utterances[utterance]?.start ?? 0) - (utterances[previous]?.end ?? 0) <= most;
  });
}

/** Index of the first word that ends after a position; or, exclusive, of the first that starts there or later. */
export const firstAfter = (words: SpeakerText['words'], place: number, begins = false): number =>
  firstIndex(words.length, (index) => {
    const word = words[index];
    return word !== undefined && (begins ? word.from >= place : word.to > place);
  });

const BESIDE_DAY = withWords('^(?:<date article>|<date link>)$');

/** "4 1 1 1" and "4111" are the same, as are "john dot smith" and "john.smith", "march 3rd" and "3 march". */
function sameValue(find: WrittenFind, view: MappedText): string {
  const { type } = find;
  const written = asWritten(viewText(view, find));
  if (type === 'DATE' || type === 'DOB') {
    const parts = written.replaceAll(/(?<=\d)(?:st|nd|rd|th|er|º|°)/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
    return parts
      .filter((part) => !BESIDE_DAY.test(part))
      .sort()
      .join(' ');
  }
  if (/[@]/.test(written)) return written.replaceAll(' ', '');
  return DICTATED.has(type)
    ? written.replaceAll(/[^\p{L}\p{N}.]|\.(?!\p{L})/gu, '')
    : written.replaceAll(/\s+/gu, ' ').trim();
}
