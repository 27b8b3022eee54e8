import type { PersonalDataCase } from './case-tables.ts';
import type { CaseOutcome } from './read-personal-data.ts';

/** Sentences of one kind, sealed or open. */
export interface CaseScore {
  labels: number;
  /** Labels of which no word is left, under whatever type. */
  found: number;
  harmless: number;
  changed: number;
  /** Rows with labels in which something else is taken out as well. */
  labelled: number;
  excess: number;
  /** By type: labels, found. */
  byType: Map<string, [labels: number, found: number]>;
}

const [TYPE, TEXT] = [/_\d+:.*$/su, /^[A-Z_]+_\d+:/u];
const HAS_CONTENT = /[\p{L}\p{N}]/u;

/** The words of each label, by their index in the sentence. */
function labelledWords(labels: readonly string[], words: readonly string[]): number[][] {
  let from = 0;
  return labels.map((label) => {
    const own = label.replace(TEXT, '');
    const length = own.split(' ').length;
    const at = words.findIndex(
      (_, index) => index >= from && sameText(words.slice(index, index + length), own),
    );
    if (at === -1) throw new Error(`"${own}" is not in "${words.join(' ')}", or not in order.`);
    from = at + length;
    return Array.from({ length }, (_, index) => at + index);
  });
}

const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
const sameText = (words: readonly string[], text: string): boolean => plain(words.join(' ')) === plain(text);

export const isExact = (one: PersonalDataCase, { found }: CaseOutcome): boolean =>
  found.length === one.labels.length && found.every((find, index) => find === one.labels[index]);

/** What is found of these cases, in the same order as their outcomes. */
export function scoreCases(cases: readonly PersonalDataCase[], outcomes: readonly CaseOutcome[]): CaseScore {
  const score: CaseScore = {
    ...{ labels: 0, found: 0, harmless: 0, changed: 0, labelled: 0, excess: 0 },
    byType: new Map(),
  };
  for (const [index, one] of cases.entries()) {
    const outcome = outcomes[index];
    if (!outcome) continue;
    const { words, covered } = outcome;
    const labelled = labelledWords(one.labels, words);
    for (const [at, own] of labelled.entries()) {
      const type = one.labels[at]?.replace(TYPE, '') ?? '';
      const isFound = own.every((word) => covered.has(word) || !HAS_CONTENT.test(words[word] ?? ''));
      const [labels, found] = score.byType.get(type) ?? [0, 0];
      score.byType.set(type, [labels + 1, found + Number(isFound)]);
      score.labels += 1;
      score.found += Number(isFound);
    }
    const wanted = new Set(labelled.flat());
    const isMore = [...covered].some((word) => !wanted.has(word));
    if (one.labels.length === 0) {
      score.harmless += 1;
      score.changed += Number(isMore);
    } else {
      score.labelled += 1;
      score.excess += Number(isMore);
    }
  }
  return score;
}
