import type { SectionReport } from './accuracy-section.ts';
import { casesFigures } from './cases-accuracy.ts';
import { readLabelledSentences } from './pii/read-labelled-sentences.ts';
import { FORMED, precision, recall, scoreRedaction } from './pii/score-redaction.ts';

/**
 * Personal data found in the tables of cases and in the generated test set: five languages, written and spoken forms, and talk without personal
 * data. An entity counts only with its type and exactly its words. Runs in Node, without the browser.
 */
export async function piiAccuracy(): Promise<SectionReport> {
  const sentences = readLabelledSentences();
  const { scores, misses } = scoreRedaction(sentences);
  const labelled = scores.filter(({ right, missed }) => right + missed > 0);
  console.log(`${sentences.length} sentences, ${misses.length} not exactly as labelled`);
  console.log(`${'type'.padEnd(26)}${'recall'.padStart(8)}${'precision'.padStart(11)}${'of'.padStart(7)}`);
  for (const score of labelled) {
    const [found, true_] = [recall(score), precision(score)].map((share) => `${(share * 100).toFixed(1)} %`);
    const count = String(score.right + score.missed);
    console.log(
      `${score.type.padEnd(26)}${(found ?? '').padStart(8)}${(true_ ?? '').padStart(11)}${count.padStart(7)}`,
    );
  }
  const generated = [true, false].flatMap((isFormed) => {
    const own = labelled.filter(({ type }) => FORMED.has(type) === isFormed);
    const kinds = isFormed ? 'with a checksum or fixed form' : 'known by context';
    return [
      {
        section: 'pii',
        name: `lowest recall of a type ${kinds}`,
        value: 100 * Math.min(...own.map(recall)),
        unit: '%',
        atLeast: isFormed ? 99 : 90,
      },
      {
        section: 'pii',
        name: `lowest precision of a type ${kinds}`,
        value: 100 * Math.min(...own.map(precision)),
        unit: '%',
        atLeast: isFormed ? 97 : 90,
      },
    ];
  });
  const figures = [...(await casesFigures()), ...generated];
  const details = {
    scores,
    misses: misses.map(({ sentence, redacted }) => ({
      text: sentence.utterance.text,
      redacted,
      wanted: sentence.entity,
    })),
  };
  return { figures, details, failed: 0 };
}
