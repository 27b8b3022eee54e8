import { withWords, wordClass } from '../../cues/cues.ts';
import { type Frame, frameAt } from '../../cues/frames.ts';
import { type NameCues, OFFICE, PARTICLES, TALK_BEHIND_TITLE } from './cue-tables.ts';
import { filledField } from './filled-fields.ts';
import type { NameRange, NameReading } from './name-reading.ts';
import type { NameToken } from './name-tokens.ts';
import { isNoPerson } from './no-person.ts';
import { phraseAt } from './phrase-table.ts';
import {
  DOES,
  GOES_ON,
  isAddressed,
  isEndearment,
  isFamilyLast,
  isKin,
  isRelative,
  isSelf,
  isSelfSaid,
} from './said-names.ts';
import { isVerbForm } from './verb-forms.ts';

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
    const field = filledField(reading, words, at, found.at(-1)?.to, cues);
    if (field > 0) add(nameFrom(reading, at + field, 'sure'));
    if (sure > 0) add(nameFrom(reading, skipped(reading, at + sure), 'sure'));
    if (likely > 0 && !isGermanRole(reading, at + likely) && !isDepartment(reading, at + likely)) {
      const name = nameFrom(reading, skipped(reading, at + likely), 'likely');
      add(name);
      add(name && nameBeside(reading, name.to));
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

/** "Ich bin Lehrerin von Beruf", "hier ist die Polizei": in German, nouns have capitals, too. */
function isGermanRole({ tokens, given, cased, language }: NameReading, at: number): boolean {
  // "Hier spricht Neumann": nobody is a role there.
  if (language !== 'de' || !cased || tokens[at - 1]?.whole === 'spricht') return false;
  const own = GERMAN_ARTICLE.test(tokens[at]?.whole ?? '') ? at + 1 : at;
  return !given[own] && GERMAN_ROLE.test(tokens[own]?.key ?? '');
}

/** "Fragen Sie nach Rabatt", "Demandez Accueil", "Le paso con Recepción": a capital says little where callers are put through. */
function isDepartment({ tokens, kinds, cased }: NameReading, at: number): boolean {
  const isSought = SOUGHT.test(`${tokens[at - 2]?.whole ?? ''} ${tokens[at - 1]?.whole ?? ''}`);
  const isAlone = tokens[at]?.endsPhrase === true || tokens[at + 1]?.isCapital !== true;
  return cased && isSought && isAlone && kinds[at] !== 'name';
}
const SOUGHT = /(?: nach| an| passe| demande[rz]| passo|paso con)$/;

const GERMAN_ARTICLE = withWords('^<german article>$');
const GERMAN_ROLE = withWords('(?:.{3}in|<german role>)$');

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
  // "this is doctor white": whoever says so has a name.
  const isOwn = !reading.cased && isSelfSaid(reading.tokens, at);
  const isSure =
    isTitle ||
    isOwn ||
    (isMedical && (isCalled(reading, at) || isVisited(reading, at) || isActing(reading, at)));
  const name = nameFrom(reading, own, isSure ? 'title' : 'likely');
  return name && isMedical ? { ...name, isMedical: true } : name;
}

/** "docteur benali vous recevra": without an article, and without a dictionary that knew the word behind it. */
function isCalled({ tokens, kinds, cased, hasDictionary }: NameReading, at: number): boolean {
  const next = tokens[at + 1];
  const isUnknown = kinds[at + 1] === 'unknown' && (next?.key.length ?? 0) > 2 && !tokens[at]?.endsPhrase;
  return !cased && !hasDictionary && isUnknown;
}

/** "doctor smith will see you" */
const isActing = ({ tokens, kinds, hasDictionary }: NameReading, at: number): boolean =>
  hasDictionary && kinds[at + 1] === 'wordName' && DOES.has(tokens[at + 2]?.whole ?? '');

/** "ein termin bei doktor weiß": a doctor without an article has a name. */
const isVisited = ({ tokens, kinds }: NameReading, at: number): boolean =>
  VISITS.test(tokens[at - 1]?.whole ?? '') && kinds[at + 1] !== 'word' && kinds[at + 1] !== 'function';
const VISITS = withWords('^<before a doctor>$');

/** "art or gene at the desk": beside somebody, a word is a name where nothing is done to it. */
function nameBeside({ tokens, kinds, given, cased }: NameReading, at: number): NameRange | null {
  const own = at + 1;
  const isJoined = !tokens[at - 1]?.endsPhrase && /^(?:and|or)$/.test(tokens[at]?.whole ?? '');
  const isClosing =
    own === tokens.length - 1 || /^(?:at|in|on|from|when|if|please)$/.test(tokens[own + 1]?.whole ?? '');
  return !cased && isJoined && given[own] && kinds[own] === 'wordName' && isClosing
    ? { from: own, to: own + 1 }
    : null;
}

/** Past words that may stand between a cue and its name: "my name is, uh, …", "thanks so much, …". */
function skipped({ tokens }: NameReading, at: number): number {
  let place = at;
  while (/^(?:uh|um|er|euh|ah|so|also|called|actually)$/.test(tokens[place]?.whole ?? '')) place += 1;
  return place;
}

/** How much the words before a name say: after "this is" it may be anything else. */
type Cue = 'sure' | 'title' | 'likely' | 'greeting';

function mayBegin(reading: NameReading, at: number, cue: Cue): boolean {
  const { tokens, kinds, cased } = reading;
  const token = tokens[at];
  if (!token || (cue === 'likely' && cased && isNoPerson(reading, at))) return false;
  const marked = token.isCapital && !token.isAcronym;
  const isStrong = cue === 'sure' || cue === 'title';
  // With a capital of its own, it is who is called so.
  if (cue === 'greeting' && !(marked && cased) && isEndearment(token.key, reading.hasDictionary))
    return false;
  if (cue === 'greeting' && isKin(token.key, reading.hasDictionary)) return false;
  switch (kinds[at]) {
    case 'name':
      return marked || isStrong || (!cased && !isSaidOf(tokens, at));
    case 'wordName':
      return isWordNameHere(reading, at, cue);
    case 'rareName':
      return isRareHere(reading, at, cue);
    case 'unknown':
      return isUnknownHere(reading, at, isStrong);
    case 'proper':
      return isStrong || (cue === 'greeting' && (marked || isClosed(tokens, at)));
    case 'word':
      if (cue === 'title') return marked || (!cased && !isPlainVerb(reading, at));
      return isStrong && marked && !token.startsSentence;
    default:
      return false;
  }
}

/** Whether a word that no list has is a name behind a cue. */
function isUnknownHere(reading: NameReading, at: number, isStrong: boolean): boolean {
  const { tokens, things, cased, hasDictionary } = reading;
  const token = tokens[at];
  const marked = token?.isCapital === true && !token.isAcronym;
  // "mon nom est composé"
  if ((cased && !marked && things[at]) || isPlainVerb(reading, at)) return false;
  return (marked && !token.startsSentence) || isStrong || (!cased && hasDictionary && isClosed(tokens, at));
}

/** "el señor recogerá el paquete": without capitals and a dictionary, a verb by its form. */
function isPlainVerb({ tokens, cased, hasDictionary, language }: NameReading, at: number): boolean {
  const token = tokens[at];
  return token !== undefined && !cased && !hasDictionary && isVerbForm(token, language);
}

/** Names that are first of all what something is: "la luce è chiara". */
const QUALITY = withWords('^<quality>$');
/** "questa è chiara" */
const WHO = withWords('^<who it is>$');

/** Whether a word says what something before it is like. */
function isSaidOf(tokens: readonly NameToken[], at: number): boolean {
  const subject = tokens[at - 2];
  const isTold = IS.test(tokens[at - 1]?.whole ?? '') && QUALITY.test(tokens[at]?.key ?? '');
  return isTold && subject !== undefined && !subject.endsPhrase && !WHO.test(subject.whole);
}

/** Whether a name that is a word is one behind a cue. */
function isWordNameHere(reading: NameReading, at: number, cue: Cue): boolean {
  const { tokens, cased } = reading;
  const token = tokens[at];
  const isStrong = cue === 'sure' || cue === 'title';
  if (token?.isCapital && !token.isAcronym && (cased || isStrong)) return !token.startsSentence || isStrong;
  if (cased) return false;
  // "thank you hope that helps"
  if (
    token?.key === 'hope' &&
    /^(?:i|you|that|this|it|to|we|all|your|the)$/.test(tokens[at + 1]?.whole ?? '')
  )
    return false;
  if (cue !== 'likely') return isStrong || isClosed(tokens, at);
  // "ich bin klein", "sono felice"
  const isAlone = at === tokens.length - 1 && reading.hasDictionary;
  const isWhole =
    !reading.hasDictionary &&
    reading.given[at] === true &&
    !IS.test(tokens[at - 1]?.whole ?? '') &&
    isFamilyLast(reading, at + 1);
  return isAlone || isWhole || isSelf(reading, at) || isAddressed(reading, at) || isRelative(reading, at);
}

/** "es mala idea", "è bella festa" */
const IS = withWords('^<is something>$');

/** Whether "will", "may" or "summer" is a name behind a cue: another name follows, or the cue says nothing else. */
function isRareHere(reading: NameReading, at: number, cue: Cue): boolean {
  const { tokens, kinds } = reading;
  const token = tokens[at];
  const isLast = at === tokens.length - 1 || token?.endsPhrase === true;
  if (cue === 'likely') return isSelf(reading, at) || isRelative(reading, at);
  if (cue === 'greeting') return isLast && (token?.isCapital === true || at === tokens.length - 1);
  if (cue === 'title') return true;
  const next = kinds[at + 1];
  const isFamily = next === 'name' || next === 'wordName' || next === 'rareName' || next === 'unknown';
  return isLast || isFamily || GOES_ON.test(tokens[at + 1]?.whole ?? '');
}

/** Whether a single word stands by itself after its cue: "hi priya", "this is oksana from sales". */
function isClosed(tokens: readonly NameToken[], at: number): boolean {
  const next = tokens[at + 1]?.whole ?? '';
  return (
    next === '' ||
    /^(?:from|here|speaking|calling|and|how|it's|that|can|could|i|i'm|you|again|with|at)$/.test(next)
  );
}

/** The name that begins at a place, if the words before it say so. */
export function nameFrom(reading: NameReading, at: number, cue: Cue): NameRange | null {
  const { tokens, kinds } = reading;
  const first = afterParticles(reading, at, cue);
  const isFirst = mayBegin(reading, at, cue) || isPair(reading, at, cue);
  if (!isFirst && (first === at || !mayBegin(reading, first, cue))) return null;
  let to = isFirst ? at + 1 : first + 1;
  while (to < tokens.length && to - at < MOST_WORDS && goesOn(reading, to)) to += 1;
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
  // Where names have capitals, a particle stands before one.
  return cased && tokens[first]?.isCapital !== true ? at : first;
}

/** "jun wang": an ordinary word beside a name. */
function isPair({ tokens, kinds, cased }: NameReading, at: number, cue: Cue): boolean {
  const both = [kinds[at], kinds[at + 1]];
  if (cased || tokens[at]?.endsPhrase || cue === 'title') return false;
  if (cue === 'sure' && both[1] === 'name') return both[0] !== 'function';
  return (
    both.includes('name') &&
    both.every((kind) => kind === 'name' || kind === 'wordName' || kind === 'unknown')
  );
}

/** Particles by which people also say where they are from. */
const OF = withWords('^<of a place>$');

/** "dal dottor greco domani" */
const WHEN = withWords(
  '^(?:<weekday>|<month>|demain|hier|morgen|gestern|heute|manana|ayer|hoy|domani|ieri|oggi|stasera)$',
);

/** Whether the word at a place continues a name that began before it. */
function goesOn(reading: NameReading, at: number): boolean {
  const { tokens, kinds, cased } = reading;
  const token = tokens[at];
  if (!token || tokens[at - 1]?.endsPhrase) return false;
  const kind = kinds[at];
  const marked = token.isCapital && !token.isAcronym;
  if (kind === 'unknown' && isPlainVerb(reading, at)) return false;
  if (kind === 'name' || kind === 'unknown') return marked || !cased;
  // "luis otra vez": without a dictionary, a word beside a name is one where nothing else follows.
  if (kind === 'wordName' && !cased && !reading.hasDictionary)
    return (isFamilyLast(reading, at) || isBeforeVerb(reading, at)) && !WHEN.test(token.key);
  if (kind === 'wordName' || kind === 'proper') return marked || !cased;
  if (kind === 'word') return marked;
  if (kind === 'rareName') {
    const isLast = at === tokens.length - 1 || token.endsPhrase;
    return (isLast || GOES_ON.test(tokens[at + 1]?.whole ?? '')) && (marked || !cased);
  }
  // "Khanh Do": a capital where a sentence does not begin.
  if (marked && kinds[at - 1] === 'name' && !/^i\b/.test(token.whole)) return true;
  return !token.endsPhrase && leadsToName(reading, at);
}

/** "herr peter kluge klagt", "dottoressa giulia conti la aspetta": behind a name, a word that is one too. */
function isBeforeVerb(reading: NameReading, at: number): boolean {
  const { tokens, kinds } = reading;
  const next = tokens[at + 1];
  if (kinds[at - 1] !== 'name' || !next) return false;
  return VERB.test(next.whole) || (kinds[at + 1] === 'unknown' && isPlainVerb(reading, at + 1));
}
const VERB = withWords('^<verb behind name>$');

/** "van der Berg": whether a particle or a single letter stands before another word of a name. */
function leadsToName({ tokens, kinds, cased, hasDictionary }: NameReading, at: number): boolean {
  const key = tokens[at]?.key ?? '';
  // "lucía fernández y nací": single vowels join clauses in other languages than English.
  const isInitial = cased || hasDictionary ? /^\p{L}$/u.test(key) : INITIAL.test(key);
  if (!PARTICLES.has(key) && !isInitial) return false;
  let after = at + 1;
  while (PARTICLES.has(tokens[after]?.key ?? '') && kinds[after] === 'function') after += 1;
  const next = kinds[after];
  // "olivier boulanger du service client"
  const mayBeUnknown = cased || hasDictionary || !OF.test(key);
  return (
    (next === 'name' || next === 'wordName' || (next === 'unknown' && mayBeUnknown)) &&
    (!cased || tokens[after]?.isCapital === true)
  );
}

/** "rose is my name" */
const IS_NAME = withWords('^<is my name>$');
/** "put sue on the phone" */
const ON_PHONE = withWords('^<on the phone>$');

/** "Priya speaking": the words before it that can be a name. */
function nameBefore(
  { tokens, kinds, given, cased, hasDictionary }: NameReading,
  at: number,
): NameRange | null {
  const own = at - 1;
  const isWord = kinds[own] === 'wordName' || kinds[own] === 'rareName';
  // "Mark speaking."
  const after = tokens[at]?.whole ?? '';
  const isAlone = /^(?:speaking|calling)$/.test(after) || (after === 'here' && at === tokens.length - 1);
  const isPut = tokens[own - 1]?.whole === 'put' && ON_PHONE.test(after);
  const isTold = IS_NAME.test(`${after} ${tokens[at + 1]?.whole ?? ''}`);
  if (isWord && (isTold || (given[own] && ((tokens[own]?.startsSentence && isAlone) || isPut))))
    return { from: own, to: at };
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
