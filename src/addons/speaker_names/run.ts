import type { Talk } from '../../language/cues/cue-schema.ts';
import { talkIn, talkText } from '../../language/cues/talk.ts';
import type { OnTranscript } from '../addon.ts';
import { type ReadSentence, readSentences } from '../talk-sentences.ts';
import type { SuggestedName } from './schema.ts';

/** How much a way to say a name counts. */
const WEIGHTS = { introduces: 3, introduced: 3, thanks: 2, 'hands over': 2, asks: 1 } as const;
/** What it adds that the other one begins with "Sure" or the like. */
const ACCEPTED = 1;
/** Thanks for what was said longer ago are for somebody else. */
const LONGEST_PAUSE = 20;

interface Vote extends SuggestedName {
  weight: number;
}

/**
 * Who the speakers may be, by what is said: "I'm Ada" is of the speaker, "Thanks, Ben" of the speaker before, "Over to you, Cem" of the
 * next one, and "Dan, could you …?" if that one accepts. One name for each speaker at most, and each name once; where two have as much for them, none.
 */
export const onTranscript: OnTranscript<SuggestedName[]> = async ({ utterances }, _request, tools) => {
  const sentences = await readSentences(utterances);
  tools.onFacts({ written_by: 'builtin' });
  return best(sentences.flatMap((sentence, at) => votesIn(sentences, sentence, at)));
};

function votesIn(sentences: readonly ReadSentence[], sentence: ReadSentence, at: number): Vote[] {
  const { people, text, start } = sentence;
  return people.flatMap((person): Vote[] => {
    const way = wayOf(sentence, person);
    const who =
      way && (way.startsWith('introduce') ? sentence : neighbour(sentences, at, way === 'thanks' ? -1 : 1));
    if (!who || who.speaker === undefined) return [];
    const { speaker, channel } = who;
    const isAccepted = way === 'asks' && talkIn(talkText(who.text), who.language, 'acceptance')?.[0] === 0;
    const weight = WEIGHTS[way] + (isAccepted ? ACCEPTED : 0);
    return [{ speaker, channel, name: person.name, quote: text, start, weight }];
  });
}

/** How a sentence says a name; null if it only speaks of somebody. */
function wayOf(
  sentence: ReadSentence,
  { from, to }: ReadSentence['people'][number],
): keyof typeof WEIGHTS | null {
  const { words, language, isQuestion } = sentence;
  const said = (first: number, end?: number) =>
    talkText(
      words
        .slice(first, end)
        .map(({ word }) => word)
        .join('')
        .trimStart(),
    );
  const [before, behind] = [said(0, from), said(to)];
  const endsWith = (of: Talk) => talkIn(before, language, of)?.[1] === before.length && before !== '';
  if (endsWith('introduces')) return isQuestion ? null : 'introduces';
  if (from <= 1 && talkIn(behind, language, 'introduced')?.[0] === 0)
    return isQuestion ? 'asks' : 'introduced';
  if (endsWith('thanks')) return 'thanks';
  const isEnd = to === words.length && /[,;]$/.test(words[from - 1]?.word ?? '');
  const isStart = from === 0 && /[,;]$/.test(words[to - 1]?.word ?? '');
  if (endsWith('hands over') || ((isEnd || isStart) && sentence.is('hands over'))) return 'hands over';
  return (isEnd || isStart) && isQuestion ? 'asks' : null;
}

/** The nearest sentence of somebody else, soon before or behind. */
function neighbour(sentences: readonly ReadSentence[], at: number, step: 1 | -1): ReadSentence | null {
  const own = sentences[at];
  for (let other = at + step; own && sentences[other]; other += step) {
    const one = sentences[other];
    if (!one || Math.abs(one.start - own.start) > LONGEST_PAUSE + Math.abs(own.end - own.start)) return null;
    if (one.speaker !== own.speaker || one.channel !== own.channel) return one;
  }
  return null;
}

/** The name with the most votes for each speaker, unless another speaker has as many for it. */
function best(votes: readonly Vote[]): SuggestedName[] {
  const sums = new Map<string, Vote>();
  for (const vote of votes) {
    const key = `${vote.channel}/${vote.speaker}/${vote.name.toLowerCase()}`;
    const known = sums.get(key);
    if (!known) sums.set(key, { ...vote });
    else known.weight += vote.weight;
  }
  const all = [...sums.values()];
  const isSame = (one: Vote, other: Vote) => one.speaker === other.speaker && one.channel === other.channel;
  const isSure = (one: Vote) =>
    all.every(
      (other) =>
        other === one ||
        other.weight < one.weight ||
        (!isSame(one, other) && one.name.toLowerCase() !== other.name.toLowerCase()),
    );
  return all
    .filter((one) => one.weight >= WEIGHTS.thanks && isSure(one))
    .map(({ weight: _, ...suggestion }) => suggestion);
}
