import type { TranslatedUtterance, Word } from '../../contract/utterance.ts';
import { sentenceEnds } from './sentence-ends.ts';
import { joinsWithoutSpace } from './unspaced-script.ts';
import { type SpokenUtterance, utteranceWords } from './utterance-words.ts';

/** A sentence as one voice said it; times in seconds of the file. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
  channel: number;
  /** Absent where speakers were not told apart. */
  speaker?: number;
  language: TranslatedUtterance['language'];
  /** The very objects of the utterances; never empty. */
  words: readonly Word[];
}

/** A speaker may stop this many seconds in the middle of a sentence; after a longer silence a new one begins. */
const LONGEST_STOP = 2;
/** A sentence that has not ended after this many seconds is not joined to any further utterance. */
const LONGEST_SENTENCE = 60;
/** A voice that marks the end of no sentence in this many words is taken as written without punctuation. */
const WORDS_WITHOUT_MARK = 60;

/** Utterances that follow each other in one voice and language: a sentence may reach from one into the next. */
interface Stretch {
  first: SpokenUtterance;
  last: SpokenUtterance;
  words: Word[];
  /** The first words of the utterances. */
  beginnings: Set<Word>;
}

/** For every word, whether a sentence ends with it. */
function endsOf(words: readonly Word[], language: string, silenceAfter: number): boolean[] {
  const spoken = words.map((word, index) => {
    const next = words[index + 1];
    return { text: word.word, pauseAfter: next ? next.start - word.end : silenceAfter };
  });
  return sentenceEnds(spoken, language);
}

/** Languages in which a recording's sentences are marked: elsewhere only utterances tell where one ends. */
function punctuatedLanguages(utterances: readonly SpokenUtterance[]): Set<string> {
  const counts = new Map<string, { words: number; ends: number }>();
  for (const utterance of utterances) {
    const words = utteranceWords(utterance);
    const count = counts.get(utterance.language) ?? { words: 0, ends: 0 };
    count.words += words.length;
    count.ends += endsOf(words, utterance.language, Number.POSITIVE_INFINITY).filter(Boolean).length;
    counts.set(utterance.language, count);
  }
  const marked = [...counts].filter(([, { words, ends }]) => ends * WORDS_WITHOUT_MARK >= words);
  return new Set(marked.map(([language]) => language));
}

const isContinued = ({ first, last }: Stretch, next: SpokenUtterance): boolean =>
  last.channel === next.channel &&
  last.speaker === next.speaker &&
  last.language === next.language &&
  next.start - last.end < LONGEST_STOP &&
  next.end - first.start <= LONGEST_SENTENCE;

/** Puts a channel's utterances together as long as the sentence at the end of one is open. */
function joinOpenSentences(utterances: readonly SpokenUtterance[], punctuated: Set<string>): Stretch[] {
  const stretches: Stretch[] = [];
  let open: Stretch | null = null;
  for (const [index, utterance] of utterances.entries()) {
    const words = utteranceWords(utterance);
    const first = words[0];
    const next = utterances[index + 1];
    if (!first) continue;
    let stretch: Stretch;
    if (open && isContinued(open, utterance)) {
      stretch = open;
    } else {
      stretch = { first: utterance, last: utterance, words: [], beginnings: new Set() };
      stretches.push(stretch);
    }
    stretch.last = utterance;
    stretch.words.push(...words);
    stretch.beginnings.add(first);
    const silence = next ? next.start - utterance.end : Number.POSITIVE_INFINITY;
    const ended = endsOf(words, utterance.language, silence).at(-1) ?? false;
    open = ended || !punctuated.has(utterance.language) ? null : stretch;
  }
  return stretches;
}

/** Words as they are written. Two utterances may come without a space between them. */
function written(words: readonly Word[], beginnings: Set<Word>): string {
  let text = '';
  for (const word of words) {
    const apart = beginnings.has(word) && !joinsWithoutSpace(text, word.word);
    text += apart ? ` ${word.word.trimStart()}` : word.word;
  }
  return text.trim();
}

function cutStretch({ first, words, beginnings }: Stretch): Sentence[] {
  const ends = endsOf(words, first.language, Number.POSITIVE_INFINITY);
  const sentences: Sentence[] = [];
  let own: Word[] = [];
  words.forEach((word, index) => {
    own.push(word);
    if (!ends[index] && index < words.length - 1) return;
    const text = written(own, beginnings);
    if (text !== '') {
      sentences.push({
        text,
        start: own[0]?.start ?? word.start,
        end: word.end,
        channel: first.channel,
        ...(first.speaker !== undefined && { speaker: first.speaker }),
        language: first.language,
        words: own,
      });
    }
    own = [];
  });
  return sentences;
}

/**
 * The sentences of a transcript or a translation, in order of start, then channel.
 *
 * A sentence belongs to one voice in one language. It ends by punctuation: Unicode's rules for the language (UAX 29),
 * corrected for abbreviations, initials and ordinals. Where a language is not punctuated, it ends with its utterance.
 * An utterance without an end goes on in the next of the same voice, unless two seconds of silence lie between them.
 *
 * @param utterances in order of start; no word is left out, none is in two sentences
 */
export function findSentences(utterances: readonly SpokenUtterance[]): Sentence[] {
  const channels = [...new Set(utterances.map(({ channel }) => channel))];
  const punctuated = punctuatedLanguages(utterances);
  return channels
    .flatMap((channel) =>
      joinOpenSentences(
        utterances.filter((utterance) => utterance.channel === channel),
        punctuated,
      ),
    )
    .flatMap(cutStretch)
    .toSorted((a, b) => a.start - b.start || a.channel - b.channel);
}
