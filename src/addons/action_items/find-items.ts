import { talkIn, talkText } from '../../language/cues/talk.ts';
import type { ReadSentence } from '../talk-sentences.ts';
import type { ActionItem } from './schema.ts';

/** An answer of so few words adds nothing to what it answers. */
const FEW_WORDS = 7;
/** A decision of so few words needs what was said before it. */
const BARE_WORDS = 5;
/** One of so many sentences behind a question answers it. */
const REPLIES = 2;

/** An item by the indices of its sentences. */
interface Found extends Pick<ActionItem, 'kind'>, Partial<Pick<ActionItem, 'who' | 'until'>> {
  from: number;
  to: number;
  /** The last sentence that is no item of its own, where it is behind those of the item. */
  done?: number;
}

/** What was agreed, decided and left open, in order, by rules: the forms of talk in `language/cues`. */
export function findItems(sentences: readonly ReadSentence[]): ActionItem[] {
  const items: ActionItem[] = [];
  let last: Found | null = null;
  for (let at = 0; at < sentences.length; at += 1) {
    const found: Found | null = foundAt(sentences, at, last);
    if (!found) continue;
    if (found.from <= found.to) items.push(itemOf(sentences.slice(found.from, found.to + 1), found));
    last = found;
    at = found.done ?? found.to;
  }
  return items;
}

function itemOf(own: readonly ReadSentence[], { kind, who = null, until = null }: Found): ActionItem {
  const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
  const quote = own.map(({ text }) => text).join(' ');
  return { kind, quote, who, until, start, end };
}

/** What begins with a sentence; the last item may end with the one before. */
function foundAt(sentences: readonly ReadSentence[], at: number, last: Found | null): Found | null {
  const sentence = sentences[at];
  if (!sentence) return null;
  if (sentence.is('open question')) return { kind: 'question', from: at, to: at };
  if (sentence.isQuestion)
    return sentence.is('request') || sentence.is('asked') ? askedAt(sentences, at) : openAt(sentences, at);
  if (sentence.is('decision')) return decidedAt(sentence, at, last);
  if (assigneeOf(sentence) !== null || sentence.is('request')) return askedAt(sentences, at);
  if (isPromise(sentence))
    return { kind: 'action', from: at, to: at, who: sentence.voice, until: sentence.due };
  return sentence.is('duty') ? dutyAt(sentences, at) : null;
}

/** "Good, agreed." needs what was agreed, and adds nothing to a decision. */
function decidedAt(sentence: ReadSentence, at: number, last: Found | null): Found {
  const isBare = sentence.words.length <= BARE_WORDS && at > 0;
  const isBehind = last?.to === at - 1;
  if (isBare && isBehind && last?.kind === 'decision') return { kind: 'decision', from: at + 1, to: at };
  return { kind: 'decision', from: isBare && !isBehind ? at - 1 : at, to: at };
}

/** A question that nobody answers: a reply defers it, or there is none. */
function openAt(sentences: readonly ReadSentence[], at: number): Found | null {
  const replies = sentences.slice(at + 1, at + 1 + REPLIES);
  const deferring = replies.findIndex((one) => !one.isQuestion && one.is('no answer'));
  const isOpen =
    replies.length === 0 || deferring === 0 || (deferring === 1 && replies[0]?.voice === replies[1]?.voice);
  return isOpen ? { kind: 'question', from: at, to: at, done: at + 1 + deferring } : null;
}

/** What somebody is asked for, with the answer where it says more than yes. */
function askedAt(sentences: readonly ReadSentence[], at: number): Found | null {
  const sentence = sentences[at];
  const answer = answerTo(sentences, at);
  if (!sentence || (answer?.is('refusal') && !answer.is('acceptance'))) return null;
  const assignee = assigneeOf(sentence);
  // Behind what a third one will do, a promise is another matter.
  const says = assignee === null && answer !== undefined && isPromise(answer);
  const who = assignee ?? addresseeOf(sentence) ?? answer?.voice ?? otherVoice(sentences, sentence);
  const until = sentence.due ?? (says ? answer.due : null);
  return { kind: 'action', from: at, to: says ? at + 1 : at, who, until };
}

/** What is to be done by the person who agrees to it next. */
function dutyAt(sentences: readonly ReadSentence[], at: number): Found {
  const answer = answerTo(sentences, at);
  const takes = answer && (isPromise(answer) || isTaken(answer)) ? answer : undefined;
  const until = sentences[at]?.due ?? takes?.due ?? null;
  return { kind: 'action', from: at, to: takes ? at + 1 : at, who: takes?.voice ?? null, until };
}

function answerTo(sentences: readonly ReadSentence[], at: number): ReadSentence | undefined {
  const answer = sentences[at + 1];
  return answer && answer.voice !== sentences[at]?.voice ? answer : undefined;
}

/** The other one of two. */
function otherVoice(sentences: readonly ReadSentence[], { voice }: ReadSentence): string | null {
  const others = new Set(sentences.map((one) => one.voice).filter((one) => one !== voice));
  return others.size === 1 ? ([...others][0] ?? null) : null;
}

const isTaken = (one: ReadSentence): boolean => one.words.length <= FEW_WORDS && one.is('takes it');

/** What a voice says that it will do: in so many words, or in the present with a time. */
const isPromise = (one: ReadSentence): boolean =>
  !one.isQuestion && !one.is('past') && (one.is('promise') || (one.due !== null && one.is('own act')));

/** Whom a sentence speaks to: the name before its first comma, or behind its last. */
function addresseeOf({ people, words }: ReadSentence): string | null {
  const isMarked = (at: number) => /[,;]$/.test(words[at]?.word.trim() ?? '');
  const spoken = people.find(
    ({ from, to }) => (from <= 1 && isMarked(to - 1)) || (to === words.length && isMarked(from - 1)),
  );
  return spoken?.name ?? null;
}

/** The person who will do what the sentence says: it begins with the name. */
function assigneeOf({ people, words, language, isQuestion }: ReadSentence): string | null {
  const [first] = people;
  if (isQuestion || !first || first.from > 1) return null;
  const rest = words.slice(first.to).map(({ word }) => word);
  const found = talkIn(talkText(rest.join('').trimStart()), language, 'assigned');
  if (found?.[0] !== 0 || /[,;:]$/.test(words[first.to - 1]?.word ?? '')) return null;
  return first.from === 0 ? first.name : `${words[0]?.word.trim()} ${first.name}`;
}
