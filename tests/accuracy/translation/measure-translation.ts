import { UtteranceTranslator } from '../../../src/addons/translation/utterance-translator.ts';
import type { MarianModel } from '../../../src/language/marian/marian-model.ts';
import type { Figure } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { chrf } from './chrf.ts';
import { loadRealModel } from './real-pair.ts';
import sentences from './sentences.json' with { type: 'json' };

const TOGETHER = 16;
/** Of an hour of speech at 150 words a minute. */
const WORDS_AN_HOUR = 9000;
const wordsIn = (text: string) => text.split(/\s+/u).length;

const config = {
  target_languages: ['pt' as const],
  model: 'batch' as const,
  match_original_utterances: true,
  lipsync: true,
  context_adaptation: true,
  informal: false,
};

/** As the add-on translates utterances. */
async function translateAll(model: MarianModel, source: string, target: string, texts: readonly string[]) {
  const known = new Map<string, ReturnType<MarianModel['translate']>[number]>();
  const readAhead = async (wanted: readonly string[]) => {
    const unknown = wanted.filter((text) => !known.has(text));
    if (unknown.length === 0) return;
    for (const [index, made] of model.translate(unknown, source).entries())
      known.set(unknown[index] ?? '', made);
  };
  const translator = new UtteranceTranslator(
    {
      modelId: 'real',
      hasOneReading: true,
      readAhead,
      translate: async (text) => {
        await readAhead([text]);
        return [...known.values()].filter((made) => made.source === text).slice(0, 1);
      },
    },
    { source, target },
    config,
  );
  const made: string[] = [];
  for (let at = 0; at < texts.length; at += TOGETHER) {
    const some = texts.slice(at, at + TOGETHER);
    await translator.readAhead(some);
    for (const text of some) made.push((await translator.translate(text, 3)).text);
  }
  return made;
}

/** Recognisers' errors: no capitals or marks, and a letter of every tenth word lost. */
const asRecognised = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[.,?!]/gu, '')
    .split(' ')
    .map((word, index) => (index % 10 === 4 && word.length > 4 ? word.slice(0, -1) : word))
    .join(' ');

/** Translation between English and Portuguese with the real students of the Bergamot project. */
export async function measureTranslation(): Promise<SectionReport> {
  const english = sentences.map(({ en }) => en);
  const portuguese = sentences.map(({ pt }) => pt);
  const figures: Figure[] = [];
  const note = (name: string, value: number, unit: string, wanted: Partial<Figure> = {}) =>
    void figures.push({ section: 'translation', name, value, unit, ...wanted });
  const resident = process.memoryUsage().rss;
  const cold = performance.now();
  const into = await loadRealModel('en-pt');
  into.translate(['How are you today?'], 'en');
  note('first sentence, cold', (performance.now() - cold) / 1000, 's', { atMost: 3 });
  const warm = performance.now();
  into.translate(['Where did you go yesterday?'], 'en');
  note('first sentence, warm', (performance.now() - warm) / 1000, 's', { atMost: 1 });
  const back = await loadRealModel('pt-en');
  const before = process.cpuUsage();
  const made = await translateAll(into, 'en', 'pt', english);
  const { user } = process.cpuUsage(before);
  const words = english.reduce((all, text) => all + wordsIn(text), 0);
  note('processor for an hour of transcript', ((user / 1e6) * WORDS_AN_HOUR) / words, 's', { atMost: 45 });
  const backwards = await translateAll(back, 'pt', 'en', portuguese);
  const n = sentences.length;
  note(`chrF of ${n} sentences, en → pt`, chrf(made, portuguese), '', { atLeast: 60 });
  note(`chrF of ${n} sentences, pt → en`, chrf(backwards, english), '', { atLeast: 60 });
  const recognised = await translateAll(into, 'en', 'pt', english.map(asRecognised));
  note('chrF with errors of recognition, en → pt', chrf(recognised, portuguese), '');
  note('chrF of the round trip en → pt → en', chrf(await translateAll(back, 'pt', 'en', made), english), '');
  const chained = back.translate(portuguese, 'pt', into).map(({ text }) => text);
  note('chrF of the chain pt → en → pt in one call', chrf(chained, portuguese), '');
  const numbers = [...english.map((text, index) => [text, made[index] ?? ''])].flatMap(
    ([text = '', one = '']) => (text.match(/\d+/gu) ?? []).map((number) => one.includes(number)),
  );
  note(`numbers kept, of ${numbers.length}`, share(numbers), '%', { atLeast: 99 });
  const marked = english.map((text) => text.replace(/ (\S+)([.?])$/u, ' [NAME_1]$2'));
  const marks = (await translateAll(into, 'en', 'pt', marked)).map((text) => text.includes('[NAME_1]'));
  note(`marks of redaction kept, of ${marks.length}`, share(marks), '%', { atLeast: 99 });
  note('memory of both models and their work', (process.memoryUsage().rss - resident) / 1e6, 'MB');
  const details = sentences.map(({ en, pt }, index) => ({
    en,
    pt,
    made: made[index],
    back: backwards[index],
  }));
  return { figures, details, failed: 0 };
}

const share = (kept: readonly boolean[]): number => (100 * kept.filter(Boolean).length) / kept.length;
