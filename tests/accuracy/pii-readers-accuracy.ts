import {
  hasRampart,
  type MiniatureClassifier,
  rampartClassifier,
} from '../miniatures/miniature-classifier.ts';
import type { SectionReport } from './accuracy-section.ts';
import people from './names/people.json' with { type: 'json' };
import talk from './names/talk.json' with { type: 'json' };
import { type LabelledText, labelledText } from './pii/marked-text.ts';
import misheard from './pii/misheard.json' with { type: 'json' };
import { readLabelledSentences } from './pii/read-labelled-sentences.ts';
import { foundBy, READERS, type Reader } from './pii/redaction-readers.ts';
import { remembering } from './pii/remembering.ts';
import { type ReaderScore, scoreReader } from './pii/score-readers.ts';

const SPELLINGS = ['cased', 'lower case'] as const;
type Spelling = (typeof SPELLINGS)[number];

/** Sentences with names of twelve origins, with what announces them and without, and talk without any. */
function named(spelling: Spelling): LabelledText[] {
  const carriers = [
    ...talk.cued.filter(([before]) => before === '').map(([, text = '']) => text),
    ...talk.plain,
  ];
  const names = Object.values(people).flat();
  const marked = names.map((name, index) => {
    const [given = '', ...family] = name.split(' ');
    const parts: Record<string, string> = { full: name, given, family: family.join(' ') };
    return (carriers[index % carriers.length] ?? '').replace(
      /\{(\w+)\}/,
      (_, part: string) => `{NAME:${parts[part] ?? name}}`,
    );
  });
  return [...marked, ...talk.without].map((text) => labelledText(text, 'en', spelling));
}

/** The English part of the generated sentences. */
const generated = (): LabelledText[] =>
  readLabelledSentences()
    .filter(({ language }) => language === 'en')
    .map(({ utterance, entity }) => ({ utterance, entities: entity ? [entity] : [] }));

const SETS: Readonly<Record<string, (spelling: Spelling) => LabelledText[]>> = {
  generated,
  names: named,
  misheard: (spelling) => misheard.map((text) => labelledText(text, 'en', spelling)),
};

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : ((100 * part) / whole).toFixed(0);

function printSet(name: string, byReader: Readonly<Record<Reader, ReaderScore[]>>): void {
  console.log(`\n${name.padEnd(26)}${READERS.map((reader) => reader.padStart(12)).join('')}          of`);
  for (const { type, labelled } of byReader.both.filter((score) => score.labelled > 0)) {
    const cells = READERS.map((reader) => {
      const own = byReader[reader].find((score) => score.type === type);
      return `${percent(own?.found ?? 0, labelled)} / ${percent((own?.named ?? 0) - (own?.wrong ?? 0), own?.named ?? 0)}`;
    });
    console.log(
      `${type.padEnd(26)}${cells.map((cell) => cell.padStart(12)).join('')}${String(labelled).padStart(12)}`,
    );
  }
}

const sum = (scores: readonly ReaderScore[], of: (score: ReaderScore) => number): number =>
  scores.reduce((total, score) => total + of(score), 0);

/**
 * Personal data by rules alone, by the model alone and by both as redaction runs them, in English: recall / precision
 * by type. A label counts as found if none of its words is left; a find is right if it touches a label. Runs in Node.
 */
export async function piiReadersAccuracy(): Promise<SectionReport> {
  if (!hasRampart) {
    console.log('The weights of rampart-pii are not beside the project: nothing was measured.');
    return { figures: [], details: null, failed: 0 };
  }
  const classifier = remembering(await rampartClassifier());
  const figures: SectionReport['figures'] = [];
  const details: Record<string, Record<Reader, ReaderScore[]>> = {};
  for (const [set, textsOf] of Object.entries(SETS)) {
    for (const spelling of set === 'generated' ? (['cased'] as const) : SPELLINGS) {
      const texts = textsOf(spelling);
      const own = await scoresBy(classifier, texts);
      const name = `${set}, ${spelling}`;
      details[name] = own;
      printSet(name, own);
      for (const reader of READERS) {
        const scores = own[reader];
        figures.push({
          section: 'pii-readers',
          name: `${name}, found by ${reader}`,
          value: (100 * sum(scores, ({ found }) => found)) / sum(scores, ({ labelled }) => labelled),
          unit: '%',
        });
      }
      figures.push({
        section: 'pii-readers',
        name: `${name}, types of which both find less than one`,
        value: own.both.filter(
          ({ type, found, called }) =>
            found < bestOf(own, type, 'found') || called < bestOf(own, type, 'called'),
        ).length,
        unit: '',
        atMost: 0,
      });
    }
  }
  await classifier.dispose();
  return { figures, details, failed: 0 };
}

const bestOf = (
  own: Readonly<Record<Reader, ReaderScore[]>>,
  type: ReaderScore['type'],
  of: 'found' | 'called',
): number =>
  Math.max(
    ...(['rules', 'model'] as const).map(
      (reader) => own[reader].find((score) => score.type === type)?.[of] ?? 0,
    ),
  );

async function scoresBy(classifier: MiniatureClassifier, texts: readonly LabelledText[]) {
  const by = async (reader: Reader): Promise<ReaderScore[]> => {
    const found = [];
    for (const { utterance } of texts) found.push(await foundBy(reader, utterance, classifier));
    return scoreReader(texts, found);
  };
  return { rules: await by('rules'), model: await by('model'), both: await by('both') };
}
