import type { ImportedPassage } from '../../contract/imported-transcript.ts';
import { takeLabels } from './voice-labels.ts';

/** "[00:01:02] " before a text, as exports with time stamps have it. */
const STAMP = /^\s*[[(]?(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)(?:[.,](\d{1,3}))?[\])]?[\s:–-]+(?=\S)/u;

interface Line {
  start: number | null;
  text: string;
}

function withoutStamp(line: string): Line {
  const [stamp, hours = '0', minutes = '0', seconds = '0', part = '0'] = STAMP.exec(line) ?? [];
  if (stamp === undefined) return { start: null, text: line.trim() };
  const start =
    Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(part.padEnd(3, '0')) / 1000;
  return { start, text: line.slice(stamp.length).trim() };
}

/**
 * The paragraphs of a text: parted by empty lines, or by lines if there are no empty ones. Time stamps are taken off if
 * most of them have one, and then are the paragraphs' times.
 */
export function readPlainText(content: string): ImportedPassage[] {
  const lines = content.split(/\r\n?|\n/).map((line) => line.trim());
  const parted = lines
    .join('\n')
    .trim()
    .split(/\n{2,}/);
  const blocks = parted.length > 1 ? parted.map((block) => block.replaceAll('\n', ' ')) : lines;
  const texts = blocks.filter((block) => block !== '');
  const stamped = texts.map(withoutStamp);
  const rises = stamped.every(
    ({ start }, index) => start === null || start >= (stamped[index - 1]?.start ?? 0),
  );
  const hasStamps = rises && stamped.filter(({ start }) => start !== null).length > texts.length / 2;
  const plain = hasStamps ? stamped : texts.map((text) => ({ start: null, text }));
  const labelled = takeLabels(plain.map(({ text }) => text));
  return plain.flatMap(({ start }, index): ImportedPassage[] => {
    const { voice = null, text = '' } = labelled[index] ?? {};
    if (text.trim() === '') return [];
    return [
      { start, end: null, text: text.trim(), rows: null, voice, channel: 0, language: null, words: null },
    ];
  });
}
