import type { TokenClassifier } from '../../src/language/text/text-models.ts';
import { type PersonalDataCase, readCases } from '../cases/case-tables.ts';
import { readPersonalData } from '../cases/read-personal-data.ts';
import { type CaseScore, scoreCases } from '../cases/score-cases.ts';
import { hasRampart, rampartClassifier } from '../miniatures/miniature-classifier.ts';
import type { SectionReport } from './accuracy-section.ts';
import { remembering } from './pii/remembering.ts';

const share = (part: number, whole: number): number => (100 * part) / Math.max(whole, 1);

const READERS = ['rules', 'rules and rampart-pii'] as const;
const AIMS = {
  rules: { recall: 92, changed: 1 },
  'rules and rampart-pii': { recall: 98, changed: 2 },
} as const;

async function scoreOf(
  cases: readonly PersonalDataCase[],
  classifier: TokenClassifier | null,
): Promise<CaseScore> {
  const outcomes = [];
  for (const one of cases) outcomes.push(await readPersonalData(one, classifier));
  return scoreCases(cases, outcomes);
}

function print(name: string, { byType, ...score }: CaseScore): void {
  console.log(
    `${name}: found ${score.found} of ${score.labels}, harmless changed ${score.changed} of ${score.harmless}, ` +
      `more taken out of ${score.excess} of ${score.labelled}`,
  );
  const missed = [...byType].filter(([, [labels, found]]) => found < labels);
  for (const [type, [labels, found]] of missed) console.log(`  ${type.padEnd(32)}${found} of ${labels}`);
}

/** What is found in the tables of cases, open ones and sealed ones apart; of the sealed ones only the figures are printed. */
export async function casesFigures(): Promise<SectionReport['figures']> {
  const figures: SectionReport['figures'] = [];
  const cases = readCases();
  const classifier = hasRampart ? remembering(await rampartClassifier()) : null;
  for (const reader of READERS) {
    if (reader !== 'rules' && !classifier) continue;
    for (const kind of ['sealed', 'open'] as const) {
      const own = cases.filter(({ isSealed }) => isSealed === (kind === 'sealed'));
      const score = await scoreOf(own, reader === 'rules' ? null : classifier);
      print(`${kind} cases, ${reader}`, score);
      const { recall, changed } = AIMS[reader];
      figures.push(
        {
          section: 'pii',
          name: `${kind} cases, ${reader}: labels found`,
          value: share(score.found, score.labels),
          unit: '%',
          atLeast: recall,
        },
        {
          section: 'pii',
          name: `${kind} cases, ${reader}: harmless changed`,
          value: share(score.changed, score.harmless),
          unit: '%',
          atMost: changed,
        },
      );
    }
  }
  await classifier?.dispose();
  return figures;
}
