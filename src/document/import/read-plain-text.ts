import type { ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { headedPassages, stampFirst, withoutStamp } from './stamped-text.ts';
import { findLabels } from './voice-labels.ts';

type Spoken = Pick<ImportedPassage, 'start' | 'voice' | 'text'>;

const passage = ({ start, voice, text }: Spoken): ImportedPassage[] =>
  text.trim() === ''
    ? []
    : [{ start, end: null, text: text.trim(), rows: null, voice, channel: 0, language: null, words: null }];

/**
 * The paragraphs of a text: parted by empty lines, or by lines if there are no empty ones. Time stamps are taken off if
 * most of them have one, and then are the paragraphs' times.
 */
export function readPlainText(content: string): ImportedPassage[] {
  const lines = content
    .replaceAll('\uFEFF', '')
    .split(/\r\n?|\n/)
    .map((line) => stampFirst(line.trim()));
  const headed = headedPassages(lines);
  if (headed) return headed.flatMap(passage);
  const texts = blocksOf(lines).filter((block) => block !== '');
  const stamped = texts.map(withoutStamp);
  const rises = stamped.every(
    ({ start }, index) => start === null || start >= (stamped[index - 1]?.start ?? 0),
  );
  const hasStamps = rises && stamped.filter(({ start }) => start !== null).length > texts.length / 2;
  const plain = hasStamps ? stamped : texts.map((text) => ({ start: null, text }));
  const labels = findLabels(plain.map(({ text }) => text));
  return plain.flatMap(({ start, text }, index) => passage({ start, voice: null, text, ...labels[index] }));
}

/** A speaker's name that has a line of its own belongs to the next one. */
function blocksOf(lines: readonly string[]): string[] {
  const parted = lines
    .join('\n')
    .trim()
    .split(/\n{2,}/);
  if (parted.length > 1) return parted.map((block) => block.replaceAll('\n', ' '));
  return lines
    .join('\n')
    .replaceAll(/(?<=[^\n][:：])\n(?=[^\n])/gu, ' ')
    .split('\n');
}
