import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { firstIndex } from '../../lib/first-index.ts';
import { wordClass } from '../cues/cues.ts';
import { foldText } from './fold-text.ts';
import { ANY_CONTEXT } from './recognisers/codes-in-context.ts';

/** A word's position in its stream's text. */
export interface PlacedWord {
  utterance: number;
  word: number;
  from: number;
  /** Exclusive. */
  to: number;
}

/** Everything one voice of one channel said in the file, as one text. */
export interface SpeakerText {
  /** Folded; labels of an earlier redaction are blanked. */
  text: string;
  /** In order. Text that belongs to no word is context. */
  words: readonly PlacedWord[];
  /** Transcription language code at an index. */
  languageAt: (index: number) => string;
  /** Language changes, in text. */
  languages: string;
}

const FILLERS = wordClass('filler');
const BLANK = '\uF8FF';
const LABEL = /\[[A-Z_]+_\d+\]/g;

const blankLabels = (text: string): string => text.replaceAll(LABEL, (label) => BLANK.repeat(label.length));

const isBackchannel = ({ text }: Utterance): boolean =>
  !/\p{N}/u.test(text) && (foldText(text).match(/\p{L}+/gu) ?? []).every((part) => FILLERS.has(part));

/** The last question's words without digits: the asker will repeat those, and they are not part of the answer. */
function askedBefore(text: string): string {
  const folded = foldText(blankLabels(text));
  const sentence = folded.slice(-160);
  return ANY_CONTEXT.test(sentence) ? sentence.replaceAll(/\p{N}/gu, BLANK) : '';
}

/**
 * The texts of all streams, one per speaker and channel. An utterance that only encourages ("okay", "mm-hm") does not
 * interrupt what is dictated around it. If somebody else asked something before an utterance, the question precedes
 * it as context.
 *
 * @param kept utterances that count as content, whatever they say
 */
export function speakerTexts(utterances: readonly Utterance[], kept: ReadonlySet<number>): SpeakerText[] {
  const writers = new Map<string, StreamWriter>();
  let before: { key: string; text: string } | undefined;
  for (const index of inTime(utterances)) {
    const utterance = utterances[index];
    if (!utterance) continue;
    if (!kept.has(index) && isBackchannel(utterance)) continue;
    const key = `${utterance.channel} ${utterance.speaker ?? ''}`;
    const writer = writers.get(key) ?? new StreamWriter();
    writers.set(key, writer);
    writer.add(utterance, index, before && before.key !== key ? askedBefore(before.text) : '');
    before = { key, text: utterance.text };
  }
  return [...writers.values()].map((writer) => writer.stream());
}

/** Indices of utterances in the order in which they begin. */
export const inTime = (utterances: readonly Utterance[]): number[] =>
  [...utterances.keys()].sort((a, b) => (utterances[a]?.start ?? 0) - (utterances[b]?.start ?? 0));

class StreamWriter {
  #text = '';
  readonly #words: PlacedWord[] = [];
  readonly #languages: { from: number; language: string }[] = [];

  add({ words, language }: Utterance, index: number, context: string): void {
    if (context !== '') this.#text += ` ${context} `;
    else if (this.#text !== '') this.#text += ' ';
    this.#languages.push({ from: this.#text.length, language });
    words.forEach(({ word }, place) => {
      const from = this.#text.length;
      this.#text += foldText(blankLabels(word));
      this.#words.push({ utterance: index, word: place, from, to: this.#text.length });
    });
  }

  stream(): SpeakerText {
    const languages = this.#languages;
    return {
      text: this.#text,
      words: this.#words,
      languages: languages.map(({ from, language }) => `${from} ${language}`).join(),
      languageAt: (index) => {
        const next = firstIndex(languages.length, (place) => (languages[place]?.from ?? 0) > index);
        return languages[Math.max(next - 1, 0)]?.language ?? 'en';
      },
    };
  }
}
