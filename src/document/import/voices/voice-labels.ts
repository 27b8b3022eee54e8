import words from '../vocabulary/texts.json' with { type: 'json' };
import { areTurns, type Labelled, sentencesGoOn } from './label-evidence.ts';
import { isRole, isSaid } from './said-before-colons.ts';

/** What may stand before a name: a change of speaker, a dash or a point of a list, bold type of Markdown, a bracket. */
const BEFORE = String.raw`\s*(?:(?:>>+|[-–—•▪●‣])\s*)?(?:\*\*|__)?([[(<{【（]?)`;
const NAME = String.raw`[\p{L}\p{N}\p{Extended_Pictographic}"'“„«‘@][^\n:：;?!…。！？\[\]<>{}]{0,48}?`;
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
/** Behind a colon there is a space or a capital, so that times are none; not in scripts without spaces, nor behind a wide one. */
const COLON = String.raw`(?:\*\*|__)?(?::(?:\*\*|__)?(?:\s+|$|(?=${UNSPACED}|[\p{Lu}¿¡]))|：(?:\*\*|__)?\s*)`;
/** What may have no space behind its colon. */
const UNSPACED_NAME = new RegExp(String.raw`^(?:\p{Lu}[\p{L}\p{M}\p{N}'’.-]+(?: |$))+$|${UNSPACED}`, 'u');
const LABEL = new RegExp(`^${BEFORE}(${NAME})([\\])>}】）]?)\\s?${COLON}`, 'u');
const BRACKETED = /^\s*(?:\[\[|[[(<])([^\][()<>]{1,40})(?:\]\]|[\])>])\s*[:：]?\s*(?=\S)/u;

/** What stands in brackets and is no name. */
const SOUND = new RegExp(
  String.raw`^(?:\p{L}*(?:${words.patterns.soundStems.join('|')})\p{L}*|${words.patterns.sounds.join('|')})\b`,
  'iu',
);
/** Of the texts, those that begin with a bracket and go on, where such brackets are names. */
const BRACKETED_SHARE = 0.5;

/** "Speaker 1 - Hello". */
const DASHED = /^\s*([^-–—:]{3,30}?)\s+[-–—]\s+(?=\S)/u;

/** What programs call speakers, in the languages in which they do; followed by a number or one letter. */
const NUMBERED = new RegExp(
  String.raw`^(?:channel \d+ · )?(?:${words.patterns.speakers.join('|')})(?:[ _#№°.-]*(?:\d{1,4}|\?)|[ _#№°.-]+\p{Lu})$`,
  'iu',
);
/** As programs count them: "S00", "S1". */
const COUNTED = /^S\d{1,2}$/;

/** Whether a text is nothing but what a program calls a speaker. */
export const isNumbered = (text: string): boolean => NUMBERED.test(text) || COUNTED.test(text);

const MOST_WORDS = 5;
/** "ADA" and "DR. LOVELACE", but not "I" or "A". */
const CAPITALS = /^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u;

/** A first and a last name: "Ada Lovelace". */
const FULL_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]+(?: \p{Lu}[\p{L}\p{M}'’.-]*)+$/u;
/** One to three words as names are written; scripts without capitals have none. */
const NAME_LIKE =
  /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*\d{0,2}(?: [\p{Lu}\p{Lo}\p{N}][\p{L}\p{M}'’.-]*){0,2}(?: \([^()]{1,40}\))?$/u;
/** "SPEAKER_00 Hello", as programs that tell speakers apart print it, and "Speaker 1 Hello". */
const OF_PROGRAM = /^(SPEAKER_\d{1,3}(?=\s)|spk_\d{1,3}(?=\s)|Speaker \d{1,3}(?=\s+\p{Lu}))\s+(?=\S)/iu;
/** Of the texts, those with a name from which on most of what is said has one. */
const NAMED_SHARE = 1 / 3;
/** The same where the names are not known as such: nearly every text has something like a name. */
const LIKELY_SHARE = 0.8;

/** Whether a text could be a name. */
export const isNameLike = (text: string): boolean => NAME_LIKE.test(text) && !isSaid(text) && !isRole(text);

const personNames = new Map<string, boolean>();
const MOST_NAMES = 1000;

/** Whether a text is a name that people have, not one that a program gave them. A file may ask it of each of its words. */
export function isPersonName(text: string): boolean {
  const known = personNames.get(text);
  if (known !== undefined) return known;
  const isName = !/\d/.test(text) && !isNumbered(text) && isNameLike(text);
  if (personNames.size < MOST_NAMES) personNames.set(text, isName);
  return isName;
}

/** A word of a name, also with signs before it; and what may stand between them. */
const NAME_WORD =
  /^(?:["'“„«‘(@]*[\p{Lu}\p{Lo}\p{N}\p{Extended_Pictographic}]\S*|[&/+|-]|and|und|et|y|e|en|van|von|de[lnr]?|d[aiou]s?|la|le|el|al|ten|ter)$/u;
/** Names with further signs, such as "Smith, John", "Dr. A/B", "R2D2" and "Ada 🎤". */
const isUnusual = (text: string): boolean =>
  !NAME_LIKE.test(text) &&
  !isSaid(text) &&
  /^[^\p{Ll}]/u.test(text) &&
  text.split(/\s+/u).every((word) => NAME_WORD.test(word));

/** Of those, what no sentence begins with. */
const isSigned = (text: string): boolean =>
  isUnusual(text) && /^["“„«].*["”“»]$|\/|\p{Extended_Pictographic}/u.test(text);
/** A first name, or with the last one, and no time behind it. */
const isShort = ({ voice, text }: Labelled): boolean =>
  FULL_NAME.test(voice) || (isNameLike(voice) && !voice.includes(' ') && !/^\d{1,2}:\d/.test(text));
const isLike = (text: string): boolean => isNameLike(text) || isUnusual(text);

/** "Lovelace, Ada" and "Ada Lovelace (Guest)" as well. */
const WHOLE_NAME =
  /^\p{Lu}[\p{L}\p{M}'’.-]*,? (?:\p{Lu}[\p{L}\p{M}'’.-]*)(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2}(?: \([^()]{1,40}\))?$/u;
/** Of first lines, where they are names: people speak more than once. */
const REPEATED_SHARE = 2 / 3;

/** The first lines of groups without a colon; null if they are no names: a group has nothing else, or the line ends as a sentence does. */
function firstNames(groups: readonly (readonly string[])[]): string[] | null {
  const isShort = ([first = '', ...more]: readonly string[]) => more.length === 0 || /[.!?…]$/u.test(first);
  if (groups.length < 2 || groups.some(isShort)) return null;
  return groups.map(([first = '']) => withoutAside(first.replace(/[:：]$/, '')));
}

const isWhole = (text: string): boolean => WHOLE_NAME.test(text) || isNumbered(text);

/** Whether the first line of each group is a first and a last name, that of a program, or in capitals as in a play; those below are not. */
export function areWholeNames(groups: readonly (readonly string[])[]): boolean {
  const firsts = firstNames(groups);
  if (!firsts || groups.every(([, next = '']) => WHOLE_NAME.test(next))) return false;
  const isPlay =
    firsts.every((first) => CAPITALS.test(first) && isNameLike(first)) &&
    groups.every(([, next = '']) => !CAPITALS.test(next));
  return isPlay || (firsts.every(isWhole) && !repeatsAlone(firsts));
}

/** "Yes Sir" in each cue, whatever is below: one name alone names nobody. */
const repeatsAlone = (firsts: readonly string[]): boolean =>
  new Set(firsts).size === 1 && !isNumbered(firsts[0] ?? '');

/** The same where a line of its own says when: names that come again need no more than to look like some. */
export function areNamed(groups: readonly (readonly string[])[]): boolean {
  const firsts = firstNames(groups);
  if (!firsts) return false;
  const isRepeated = new Set(firsts).size <= firsts.length * REPEATED_SHARE;
  return (isRepeated && firsts.every(isLike)) || areWholeNames(groups);
}

function bracketed(text: string): Labelled | null {
  const [all, inside] = BRACKETED.exec(text) ?? [];
  return all === undefined || inside === undefined
    ? null
    : { voice: inside.trim(), text: text.slice(all.length) };
}

/** "[Ada] Hello", where about every second text or more begins so; "[Music] Hello" is none. Null where such brackets are no names. */
function bracketedNames(texts: readonly string[]): (Labelled | null)[] | null {
  const labels = texts.map((text) => {
    const label = bracketed(text);
    return label && isNameLike(label.voice) && !SOUND.test(label.voice) ? label : null;
  });
  const count = labels.filter((label) => label !== null).length;
  const spoken = texts.filter((text) => !/^\s*[[(<][^\][()<>]*[\])>]\s*$/u.test(text)).length;
  return count > 1 && count >= spoken * BRACKETED_SHARE ? labels : null;
}

/** "[Ada]" alone; null for anything else, such as "[Music]". */
export function nameInBrackets(text: string): string | null {
  const inside = ALONE.exec(text.trim())?.[1]?.trim() ?? '';
  return isNumbered(inside) || (isNameLike(inside) && !SOUND.test(inside)) ? inside : null;
}

/** "[Speaker 0]" on a row of its own: what follows is theirs. */
const ALONE = /^[[(<]([^\][()<>]{1,40})[\])>]:?$/u;

/** What scripts write behind a name: who goes on, or is not seen. */
const ASIDE =
  /\s*\((?:cont(?:['’]?d|inued|inuing)?\.?|[vo]\.?\s?o\.?|o\.?\s?[sc]\.?|off(?:[- ]?screen)?|voice[- ]?over)\)$/iu;
export const withoutAside = (name: string): string => name.replace(ASIDE, '');

function labelOf(text: string): Labelled | null {
  const alone = ALONE.exec(text.trim())?.[1];
  if (alone !== undefined && isNumbered(alone)) return { voice: alone, text: '' };
  const inBrackets = bracketed(text);
  if (inBrackets && isNumbered(inBrackets.voice)) return inBrackets;
  const dashed = DASHED.exec(text);
  if (dashed?.[1] !== undefined && isNumbered(dashed[1])) {
    return { voice: dashed[1], text: text.slice(dashed[0].length) };
  }
  const [printed, speaker] = OF_PROGRAM.exec(text) ?? [];
  if (printed !== undefined && speaker !== undefined)
    return { voice: speaker, text: text.slice(printed.length) };
  const [label = '', opening = '', name = '', closing = ''] = LABEL.exec(text) ?? [];
  const voice = withoutAside((opening === '' ? name + closing : name).trim());
  if (!/[\p{L}\p{Extended_Pictographic}]/u.test(voice) || voice.split(/\s+/u).length > MOST_WORDS)
    return null;
  // "re:Publica" and "C:Users" are no names with a text.
  if (label.endsWith(':') && text.length > label.length && !UNSPACED_NAME.test(voice)) return null;
  return { voice, text: text.slice(label.length) };
}

/** Of texts, those with a name where no space is behind its colon. */
const UNSPACED_SHARE = 0.6;

/** Labels without those that have no space behind their colon, such as "Lehrer:Innen", unless nearly all texts have such. */
function withoutUnspaced(
  texts: readonly string[],
  labels: readonly (Labelled | null)[],
): (Labelled | null)[] {
  const isUnspaced = labels.map(
    (label, at) =>
      label !== null &&
      /^[\p{Lu}¿¡]/u.test(label.text) &&
      (texts[at] ?? '').endsWith(`${label.voice}:${label.text}`),
  );
  const names = labels.flatMap((label, at) => (label && isUnspaced[at] ? label.voice : []));
  const areNames = names.length >= texts.length * UNSPACED_SHARE && new Set(names).size > 1;
  return labels.map((label, at) => (isUnspaced[at] && !areNames ? null : label));
}

/**
 * The names that stand before texts. "Note: this matters" is no name, so what stands before a colon is one only if it is "Speaker 2", or
 * stands there at least twice, or is in capitals in a file that has such names; another name, or one with further signs, in a file that has
 * names; or anything like a name where nearly every text has one, and they come again or say something to each other.
 *
 * @param title the most texts that may stand before the first name and are no speech
 */
export function findLabels(texts: readonly string[], title = 0): (Labelled | null)[] {
  const names = bracketedNames(texts);
  const found = withoutUnspaced(
    texts,
    texts.map((text, at) => names?.[at] ?? labelOf(text)),
  );
  const roles = found.filter((label) => label && isRole(label.voice));
  const hasRoles =
    roles.length >= texts.length * LIKELY_SHARE &&
    !found.some((label) => label && FULL_NAME.test(label.voice));
  const isNone = ({ voice }: Labelled) => !isNumbered(voice) && (isRole(voice) ? !hasRoles : isSaid(voice));
  const labels = found.map((label) => (label && isNone(label) ? null : label));
  const counts = new Map<string, number>();
  for (const label of labels) if (label) counts.set(label.voice, (counts.get(label.voice) ?? 0) + 1);
  const capitals = labels.filter((label) => label && CAPITALS.test(label.voice));
  const begins = labels.findIndex((label) => label !== null);
  const asides = found.filter((label) => label && isNone(label)).length;
  const count = texts.length - asides - Math.min(title, Math.max(0, begins));
  const hasCapitals =
    new Set(capitals.map((label) => label?.voice)).size > 1 || capitals.length >= count * NAMED_SHARE;
  const areCapitals = capitals.some((label) => label && (counts.get(label.voice) ?? 0) > 1);
  const isName = ({ voice }: Labelled) =>
    isNumbered(voice) || (counts.get(voice) ?? 0) > 1 || (hasCapitals && CAPITALS.test(voice));
  const named = labels.filter((label) => label && isName(label)).length;
  const likely = labels.filter((label) => label && (isName(label) || isLike(label.voice))).length;
  const isLikely = likely > 1 && likely >= count * LIKELY_SHARE && (named > 0 || areTurns(labels));
  const isUsual = named > 0 && named >= count * NAMED_SHARE;
  const goingOn = isLikely ? new Set() : sentencesGoOn(texts, labels);
  return labels.map((label, at) => {
    if (!label || names?.[at] || isNumbered(label.voice)) return label;
    if (goingOn.has(label.voice) && !(areCapitals && CAPITALS.test(label.voice))) return null;
    if (isName(label) || (isLikely && isLike(label.voice))) return label;
    const isSure = isUsual ? isShort(label) || isUnusual(label.voice) : isSigned(label.voice);
    return named > 0 && isSure ? label : null;
  });
}
