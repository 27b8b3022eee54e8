import { withWords, wordClass } from '../../cues/cues.ts';
import { type Frame, frameAt } from '../../cues/frames.ts';
import { type NameCues, OFFICE, PARTICLES, TALK_BEHIND_TITLE } from './cue-tables.ts';
import { isAt } from './name-places.ts';
import type { NameRange, NameReading } from './name-reading.ts';
import type { NameToken } from './name-tokens.ts';
import { phraseAt } from './phrase-table.ts';

/** Words of a name: "Nguyen Thi Van Anh". */
const MOST_WORDS = 5;

/** "monsieur le président", "madame la ministre", "señor juez", "Frau Ministerin". */
const ARTICLE = withWords('^<article before office>$');

/** Names that words before or after them announce, whatever their origin. */
export function cuedNames(reading: NameReading, cues: NameCues): NameRange[] {
  const { tokens } = reading;
  const words = tokens.map(({ whole }) => whole);
  const found: NameRange[] = [];
  const add = (range: NameRange | null) => {
    if (range) found.push(range);
  };
  for (let at = 0; at < words.length; at++) {
    const sure = surePhraseAt(tokens, words, at, cues);
    const likely = phraseAt(words, at, cues.likely);
    const field = filledField(reading, at, found.at(-1)?.to, cues);
    if (field > 0) add(nameFrom(reading, at + field, 'sure'));
    if (sure > 0) add(nameFrom(reading, skipped(reading, at + sure), 'sure'));
    if (likely > 0 && !isAt(reading, at + likely, 'no name behind cue')) {
      const name = nameFrom(reading, skipped(reading, at + likely), 'likely');
      add(name);
      // "art or gene at the desk"
      if (name && isAt(reading, name.to + 1, 'beside')) add({ from: name.to + 1, to: name.to + 2 });
    }
    const greeting = phraseAt(words, at, cues.greetings);
    if (greeting > 0) add(nameFrom(reading, skipped(reading, at + greeting), 'greeting'));
    for (const frame of cues.frames) add(framedName(reading, at, frame));
    add(titledName(reading, words, at, cues));
    const isBehind = phraseAt(words, at, cues.after) > 0 && tokens[at]?.startsSentence !== true;
    if (isBehind) add(nameBefore(reading, at));
  }
  return found;
}

/** "ich habe mit Uschi gesprochen": between words that enclose only a person. */
function framedName(reading: NameReading, at: number, frame: Frame): NameRange | null {
  const match = frameAt(reading.tokens, at, frame);
  const name = match && nameFrom(reading, match.from, 'sure');
  const isName = (place: number) => {
    const kind = reading.kinds[place];
    return kind === 'name' || kind === 'unknown' || (reading.given[place] === true && kind !== 'function');
  };
  // "mit Ernst": what is first of all a word is a name there, too.
  if (match && match.to === match.from + 1 && reading.given[match.from])
    return { from: match.from, to: match.to };
  return name && isName(name.from) && (match.to ?? name.to) === name.to ? name : null;
}

/** Behind a cue these begin something else: "me llamó la atención", "mi chiamo fuori"; and so does a question: "¿Cómo se llama usted?" */
const TALK_BEHIND_CUE = wordClass('talk behind name cue');
const ASKS = wordClass('asks what');

/** Words of a sure cue that a name may follow; 0 if there is none. */
function surePhraseAt(
  tokens: readonly NameToken[],
  words: readonly string[],
  at: number,
  { sure }: NameCues,
): number {
  const count = phraseAt(words, at, sure);
  const isQuestion = ASKS.has(words[at - 1] ?? '') && !tokens[at + count]?.startsSentence;
  return isQuestion || TALK_BEHIND_CUE.has(words[at + count] ?? '') ? 0 : count;
}

/** Words of an office behind a title: 2 of "monsieur le directeur". */
function officeAt(words: readonly string[], at: number): number {
  const own = ARTICLE.test(words[at] ?? '') ? 1 : 0;
  return OFFICE.has(words[at + own] ?? '') ? own + 1 : 0;
}

/** A name behind a title. */
function titledName(
  reading: NameReading,
  words: readonly string[],
  at: number,
  cues: NameCues,
): NameRange | null {
  const word = words[at]?.replace(/\.$/, '') ?? '';
  // "Monsieur, écoutez"
  if (reading.tokens[at]?.endsPhrase) return null;
  const isTitle = cues.titles.has(word) && !TALK_BEHIND_TITLE.has(words[at + 1] ?? '');
  if (!isTitle && !cues.loose.has(word)) return null;
  const own = at + 1 + officeAt(words, at + 1);
  // "Herr Direktor Weber", but not "señor director tengo …"
  if (own > at + 1 && (reading.tokens[own - 1]?.endsPhrase || reading.kinds[own] !== 'name')) return null;
  const isMedical = cues.medical.has(word);
  const isSure = isTitle || isAt(reading, at, 'own title') || (isMedical && isAt(reading, at, 'doctor'));
  const name = nameFrom(reading, own, isSure ? 'title' : 'likely');
  return name && isMedical ? { ...name, isMedical: true } : name;
}

const BEFORE_SAID = wordClass('before a said name');

/** Past words that may stand between a cue and its name: "my name is, uh, …", "thanks so much, …". */
function skipped({ tokens }: NameReading, at: number): number {
  let place = at;
  while (BEFORE_SAID.has(tokens[place]?.whole ?? '')) place += 1;
  return place;
}

/** How much the words before a name say: after "this is" it may be anything else. */
type Cue = 'sure' | 'title' | 'likely' | 'greeting';

function mayBegin(reading: NameReading, at: number, cue: Cue): boolean {
  const { tokens, cased } = reading;
  if (cue === 'likely' && cased && isAt(reading, at, 'no person')) return false;
  if (cue === 'greeting') {
    // With a capital of its own, it is who is called so.
    const isMarked = cased && tokens[at]?.isCapital === true && !tokens[at]?.isAcronym;
    if ((!isMarked && isAt(reading, at, 'endearment')) || isAt(reading, at, 'kin')) return false;
  }
  return isAt(reading, at, cue);
}

/** The name that begins at a place, if the words before it say so. */
export function nameFrom(reading: NameReading, at: number, cue: Cue): NameRange | null {
  const { tokens, kinds } = reading;
  const first = afterParticles(reading, at, cue);
  const isFirst = mayBegin(reading, at, cue) || isAt(reading, at, `${cue} pair`);
  if (!isFirst && (first === at || !mayBegin(reading, first, cue))) return null;
  let to = isFirst ? at + 1 : first + 1;
  while (to < tokens.length && to - at < MOST_WORDS && isAt(reading, to, 'goes on')) to += 1;
  // A particle belongs to a name only before another word of it.
  while (to > at + 1 && PARTICLES.has(tokens[to - 1]?.key ?? '') && kinds[to - 1] === 'function') to -= 1;
  return { from: at, to };
}

/** "j. k. rowling"; single vowels are words in one language or another. */
const INITIAL = /^[b-df-hj-np-tv-xz]$/;

/** Past particles and initials that a name begins with. */
function afterParticles({ tokens, kinds, cased }: NameReading, at: number, cue: Cue): number {
  const isStrong = cue === 'sure' || cue === 'title';
  let first = at;
  while (first < tokens.length && first - at < MOST_WORDS && kinds[first] !== 'name') {
    const word = tokens[first]?.whole ?? '';
    const isParticle = PARTICLES.has(word) && (isStrong || tokens[first]?.isCapital);
    if ((!isParticle && !INITIAL.test(word)) || tokens[first]?.endsPhrase) break;
    first += 1;
  }
  // Where names have capitals, a particle is before one.
  return cased && tokens[first]?.isCapital !== true ? at : first;
}

/** "Priya speaking": the words before it that can be a name. */
function nameBefore(reading: NameReading, at: number): NameRange | null {
  const { tokens, kinds, cased, hasDictionary } = reading;
  if (isAt(reading, at - 1, 'before its cue')) return { from: at - 1, to: at };
  let from = at;
  while (from > 0 && at - from < 3) {
    const token = tokens[from - 1];
    const kind = kinds[from - 1];
    const fits = kind === 'name' || kind === 'unknown' || (kind === 'wordName' && (!cased || from < at));
    if (!token || !fits || (token.endsPhrase && from < at) || (cased && !token.isCapital)) break;
    from -= 1;
  }
  const isName = kinds
    .slice(from, at)
    .some((kind) => kind === 'name' || (kind === 'unknown' && (cased || hasDictionary)));
  return from < at && isName ? { from, to: at } : null;
}

/**
 * "Surname Entwistle, first name Doris": the number of words of what a form asks for, read out with a name behind it; 0 if none is.
 *
 * @param ended where the last name ended
 */
function filledField(
  reading: NameReading,
  at: number,
  ended: number | undefined,
  { fields }: NameCues,
): number {
  const isNew = at === 0 || at === ended || reading.tokens[at - 1]?.endsPhrase === true;
  const count = isNew
    ? phraseAt(
        reading.tokens.map(({ whole }) => whole),
        at,
        fields,
      )
    : 0;
  return count > 0 && isAt(reading, at + count, 'field value') ? count : 0;
}

/** What somebody answers who was asked for a name. */
export function answeredName(reading: NameReading, cues: NameCues): NameRange[] {
  const { tokens, kinds } = reading;
  let at = 0;
  while (at < tokens.length && cues.lead.has(tokens[at]?.whole ?? '') && kinds[at] !== 'name') at += 1;
  const name = isAt(reading, at, 'no answer') ? null : nameFrom(reading, at, 'sure');
  return name ? [name] : [];
}

/** Whether a sentence asks for a name. */
export function asksForName(tokens: readonly NameToken[], { questions }: NameCues): boolean {
  const words = tokens.map(({ whole }) => whole);
  const last = tokens.findLastIndex(({ startsSentence }) => startsSentence);
  return words.some((_, at) => at >= Math.min(last, words.length - 12) && phraseAt(words, at, questions) > 0);
}
