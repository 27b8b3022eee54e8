import { NUMBER_WORDS, type TextRules } from '../../addons/subtitles/caption-guides.ts';

/** Text that a guide writes otherwise, and how. */
export interface TextFault {
  kind: 'sounds' | 'numbers' | 'speakers';
  /** Where it is in the text, in UTF-16 units. */
  from: number;
  to: number;
  found: string;
  better: string;
}

/** A sound in brackets of any kind, such as "(music)". */
const SOUND = /[[(（【]\s*([^\])）】\n]{2,40}?)\s*[\])）】]/gu;
/** A short number that is no part of a time, date, amount, score or name. */
const NUMBER =
  /(?<![\p{L}\p{N}.,:/$€£#+\-–−])(\d{1,2})(?![\p{L}\p{N}%°/€$£–−]|[.,:-]\p{N}|\s*(?:%|°|€|[ap]\.?m\b|Uhr\b|o’clock\b))/giu;

/** The sounds and numbers of a cue's text that a guide writes otherwise, in order. */
export function textFaults(text: string, rules: TextRules, language: string): TextFault[] {
  const faults: TextFault[] = [];
  for (const { 0: found, 1: inside = '', index } of text.matchAll(SOUND)) {
    const better =
      rules.sounds === '[]'
        ? `[${inside}]`
        : rules.sounds === 'capitals'
          ? inside.toLocaleUpperCase(language || 'en')
          : found;
    if (better !== found)
      faults.push({ kind: 'sounds', from: index, to: index + found.length, found, better });
  }
  const words = NUMBER_WORDS[language] ?? [];
  for (const { 0: found, index } of text.matchAll(NUMBER)) {
    const word =
      Number(found) <= (rules.numbers ?? -1) && !found.startsWith('0') ? words[Number(found)] : undefined;
    if (word === undefined) continue;
    const begins = /(?:^|[.!?]\s)$/u.test(text.slice(0, index));
    const better = begins ? word.charAt(0).toLocaleUpperCase(language) + word.slice(1) : word;
    faults.push({ kind: 'numbers', from: index, to: index + found.length, found, better });
  }
  return faults.toSorted((a, b) => a.from - b.from);
}
