import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';

/** A name before a text, also in brackets or behind a dash. */
const LABEL = /^\s*(?:[-–—]\s*)?[[(<]?([^:：]{1,100}?)[\])>]?\s*[:：]\s*/u;

/** What programs change of a name: capitals, marks and spaces. */
const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '').toLowerCase();

/** The name before a text, with its colon, if it is that of the voice; empty otherwise. */
function ownLabel(text: string, voice: string): string {
  // A name may have a colon.
  if (text.startsWith(`${voice}: `)) return `${voice}: `;
  const [label = '', name = ''] = LABEL.exec(text) ?? [];
  return plain(name) !== '' && plain(name) === plain(voice) ? label : '';
}

/** The words of a passage without a label before its text; null if it ends within one. */
export function withoutLabel(words: ImportedPassage['words'], label: string): ImportedPassage['words'] {
  let said = '';
  const last = (words ?? []).findIndex(({ word }) => {
    said += word;
    return plain(said).length >= plain(label).length;
  });
  const isColon = /^\s*[:：]\s*$/u.test(words?.[last + 1]?.word ?? '');
  return plain(said) === plain(label) ? (words?.slice(last + (isColon ? 2 : 1)) ?? null) : null;
}

/** A passage without the name of who speaks before its text, which the file has in a field, too. */
export function withoutOwnName(passage: ImportedPassage): ImportedPassage {
  const { voice, text, rows, words } = passage;
  const label = voice === null ? '' : ownLabel(text, voice);
  // A name and nothing else is what is said.
  if (voice === null || label === '' || label.length === text.length) return passage;
  const [first = '', ...others] = rows ?? [];
  const rest = first.slice(ownLabel(first, voice).length);
  return {
    ...passage,
    text: text.slice(label.length),
    rows: rows && (rest === '' ? others : [rest, ...others]),
    words: withoutLabel(words, label),
  };
}

/** Who speaks where a file has a field for it that is empty. */
export const NOBODY = '';

/** Passages of a format with a field for who speaks in each of them: where others have it, an empty one is nobody. */
export const withNobody = (passages: readonly ImportedPassage[]): ImportedPassage[] =>
  passages.some(({ voice }) => voice !== null)
    ? passages.map((passage) => ({ ...passage, voice: passage.voice ?? NOBODY }))
    : [...passages];
