import type { TranslatedUtterance, Word } from '../../contract/transcripts/utterance.ts';
import { append } from '../../lib/append.ts';
import { sentenceEnds } from './sentence-ends.ts';
import { joinsWithoutSpace } from './unspaced-script.ts';
import { type SpokenUtterance, utteranceWords } from './utterance-words.ts';

/** A sentence spoken by one voice; times in seconds of the file. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
  channel: number;
  /** Absent without diarization. */
  speaker?: number;
  language: TranslatedUtterance['language'];
  /** The utterances' own word objects; never empty. */
  words: readonly Word[];
}

/** Longest silence inside a sentence in seconds; after a longer one a new sentence starts. */
const LONGEST_STOP = 2;
/** A sentence that has not ended after this many seconds is not joined to further utterances. */
const LONGEST_SENTENCE = 60;
/** A voice with no sentence end in this many words counts as unpunctuated. */
const WORDS_WITHOUT_MARK = 60;

/** Consecutive utterances of one voice and language: a sentence may continue from one into the next. */
interface Stretch {
  first: SpokenUtterance;
  last: SpokenUtterance;
  words: Word[];
  /** The first words of the utterances. */
  beginnings: Set<Word>;
}

/** Whether a sentence ends with each word. */
function endsOf(words: readonly Word[], language: string, silenceAfter: number): boolean[] {
  const spoken = words.map((word, index) => {
    const next = words[index + 1];
    return { text: word.word, pauseAfter: next ? next.start - word.end : silenceAfter };
  });
  return sentenceEnds(spoken, language);
}

/** Languages in which a recording's sentences are punctuated; in others only utterances show where one ends. */
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

/** Joins a channel's utterances as long as the last sentence is open. */
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
    append(stretch.words, words);
    stretch.beginnings.add(first);
    const silence = next ? next.start - utterance.end : Number.POSITIVE_INFINITY;
    const ended = endsOf(words, utterance.language, silence).at(-1) ?? false;
    open = ended || !punctuated.has(utterance.language) ? null : stretch;
  }
  return stretches;
}

/** Words as written. There may be no space between two utterances. */
function written(words: readonly Word[], beginnings: Set<Word>): string {
  let before = '';
  const texts = words.map((word) => {
    const apart = beginnings.has(word) && !joinsWithoutSpace(before, word.word);
    before = word.word || before;
    return apart ? ` ${word.word.trimStart()}` : word.word;
  });
  return texts.join('').trim();
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
 * A sentence belongs to one voice and one language. Punctuation ends it: Unicode's rules for the language (UAX 29),
 * corrected for abbreviations, initials and ordinals. In an unpunctuated language it ends with its utterance. An
 * utterance without a sentence end continues in the next one of the same voice, unless two seconds of silence are
 * between them.
 *
 * @param utterances in order of start; every word is in exactly one sentence
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
