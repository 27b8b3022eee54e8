import { joinsWithoutSpace } from '../../../engine/transcript/unspaced-script.ts';
import { decodeEntities } from '../text/xml-elements.ts';
import data from '../vocabulary/markup.json' with { type: 'json' };
import { MARKS, REWRITE } from '../vocabulary/patterns.ts';
import { secondsOf } from '../written-times.ts';
import type { CaptionFormat } from './cue-blocks.ts';

/** A word of a cue: what is between spaces. */
export interface CueWord {
  text: string;
  /** Index of its row. */
  row: number;
  /** When it begins, if a tag says it; seconds. */
  start: number | null;
  /** Whether it is underlined, bold or coloured. */
  isMarked: boolean;
  /** Whether no space is between it and the word before: a stamp is there. */
  isJoined: boolean;
}

/** What one voice says in a cue. */
export interface CuePart {
  /** Null where no tag names it. */
  voice: string | null;
  words: CueWord[];
}

/** A word, or a part of one. */
type Syllable = Pick<CueWord, 'text' | 'isJoined'> & { end?: number | null };
type SpokenWord = CueWord & Pick<CuePart, 'voice'>;

/** Tags, whose inside is a group, and what is between them. SubRip has no way to write "<" as text, so fewer are tags there. */
const marksOf = (tags: readonly string[], texts: readonly string[]): RegExp =>
  new RegExp(`<(${tags.join('|')})>|${texts.join('|')}`, 'giu');
const { vttTags, vttTexts, subRipTags, subRipTexts } = data.patterns;
const TAGS = { vtt: marksOf(vttTags, vttTexts), srt: marksOf(subRipTags, subRipTexts) };
const plainOf = {
  vtt: decodeEntities,
  // Most texts have none of the signs.
  srt: (text: string) => (/[\\{‹(\u2060]/u.test(text) ? REWRITE.subRip(text) : text),
};

/** Takes the markup off a cue: what each voice says, without the pronunciation above a ruby text. */
export function readMarkup(rows: readonly string[], format: CaptionFormat): CuePart[] {
  const { words, now, add } = cueText();
  let isPronounced = false;
  // Programs for the web write their references into SubRip, too, and whole tags as such.
  const source = format === 'vtt' ? rows.join('\n') : decodeEntities(rows.join('\n'));
  for (const { 0: token, 1: tag } of source.matchAll(TAGS[format])) {
    if (tag === undefined) {
      if (!isPronounced) add(plainOf[format](token));
      continue;
    }
    if (MARKS.markingTag.test(tag)) now.isMarked = !tag.startsWith('/');
    if (/^\d/.test(tag)) now.start = secondsOf(tag);
    else if (/^\/?rt\b/i.test(tag)) isPronounced = !tag.startsWith('/');
    else if (/^\/v/i.test(tag)) now.voice = null;
    else {
      const voice = MARKS.voiceTag.exec(tag)?.[1]?.replaceAll(/\s+/gu, ' ').trim();
      if (voice) now.voice = decodeEntities(voice);
    }
  }
  return partsOf(withoutSyllables(words));
}

/**
 * Words without stamps within them, as in lyrics with syllables. Scripts without spaces keep theirs; and where a cue has no space at all,
 * a program left them out.
 */
export function withoutSyllables<Piece extends Syllable>(words: readonly Piece[]): Piece[] {
  const hasSpaces = words.some(({ isJoined }, index) => index > 0 && !isJoined);
  const whole: Piece[] = [];
  for (const word of words) {
    const last = whole.at(-1);
    const isUnspaced = joinsWithoutSpace(last?.text ?? '', word.text);
    if (last && word.isJoined && hasSpaces && !isUnspaced)
      Object.assign(last, { text: last.text + word.text, end: word.end });
    else whole.push({ ...word, isJoined: word.isJoined && isUnspaced });
  }
  return whole;
}

/** Collects the words between tags, with what the tags say by then. */
function cueText() {
  const words: SpokenWord[] = [];
  const now: Pick<SpokenWord, 'voice' | 'start' | 'isMarked'> = { voice: null, start: null, isMarked: false };
  let row = 0;
  /** Whether the last word may go on: "<b>but</b>ter". */
  let isOpen = false;
  const add = (text: string): void => {
    // Marks of direction at the ends of rows are the player's, not the text's.
    for (const [token] of text.replaceAll(/(^|\n)[\u200e\u200f]+/gu, '$1').matchAll(/\n|[^\S\n]+|\S+/gu)) {
      const last = words.at(-1);
      const isWord = /\S/u.test(token);
      const isJoined = isOpen && last?.row === row;
      if (token === '\n') row++;
      else if (isWord && isJoined && now.start === null) last.text += token;
      else if (isWord) words.push({ ...now, text: token, row, isJoined });
      if (isWord) now.start = null;
      isOpen = isWord;
    }
  };
  return { words, now, add };
}

/** Text outside tags, such as a dash, belongs to the voice of its row; otherwise to the one before, or to the first. */
function partsOf(words: readonly SpokenWord[]): CuePart[] {
  const ofRow = new Map<number, string>();
  for (const { row, voice } of words) if (voice !== null && !ofRow.has(row)) ofRow.set(row, voice);
  const parts: CuePart[] = [];
  let current = words.find(({ voice }) => voice !== null)?.voice ?? null;
  let currentRow = -1;
  for (const { voice, ...word } of words) {
    if (voice !== null) current = voice;
    else if (word.row !== currentRow) current = ofRow.get(word.row) ?? current;
    currentRow = word.row;
    const last = parts.at(-1);
    if (last?.voice === current) last.words.push(word);
    else parts.push({ voice: current, words: [word] });
  }
  return parts;
}
