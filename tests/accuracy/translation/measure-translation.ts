import type { TranslatedText } from '../../../src/addons/translation/utterance-translator.ts';
import { alignedTimes } from '../../../src/addons/translation/word-sources.ts';
import { wordTimes } from '../../../src/addons/translation/word-times.ts';
import { type Figure, percentile } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { median } from '../word-time-error.ts';
import alignments from './alignments.json' with { type: 'json' };
import { chrf } from './chrf.ts';
import { loadRealModel } from './real-pair.ts';
import recognised from './recognised.json' with { type: 'json' };
import sentences from './sentences.json' with { type: 'json' };
import { translateAll } from './translate-all.ts';
import { evenlySpoken, wordTimeOffs } from './word-time-offs.ts';

const textsOf = (made: readonly TranslatedText[]) => made.map(({ text }) => text);

/** Words with a capital that both languages write alike: names. */
const namesIn = ({ en, pt }: { en: string; pt: string }): string[] => {
  const other = new Set(pt.match(/[\p{L}\p{N}]+/gu));
  return (en.match(/\p{Lu}[\p{L}\p{N}]{2,}/gu) ?? []).filter((name) => other.has(name));
};

const numbersIn = (text: string): string[] => text.match(/\d+/gu) ?? [];

/** Which of these a text still has, each as often as it has it. */
const keptIn = (text: string, wanted: readonly string[]) => wanted.map((one) => text.includes(one));

const share = (kept: readonly boolean[]): number => (100 * kept.filter(Boolean).length) / kept.length;

/** How far word times are off, with the model's alignment and spread by length, over the sentences aligned by hand. */
function measureTimes(translated: readonly TranslatedText[]) {
  const made = new Map(sentences.map(({ en }, index) => [en, translated[index]]));
  const offs: number[] = [];
  const spreadOffs: number[] = [];
  let other = 0;
  for (const { en, made: expected, from } of alignments) {
    const one = made.get(en);
    if (one?.text !== expected || !one.sources) {
      other += 1;
      continue;
    }
    const spoken = evenlySpoken(en);
    const said = {
      start: 0,
      end: spoken.at(-1)?.end ?? 0,
      confidence: 1,
      channel: 0,
      language: 'pt' as const,
    };
    const spread = wordTimes({ ...said, text: one.text }, true);
    offs.push(...wordTimeOffs(alignedTimes(spread, one.sources, { text: en, words: spoken }), spoken, from));
    spreadOffs.push(...wordTimeOffs(spread, spoken, from));
  }
  return { offs, spreadOffs, other };
}

/** Translation between English and Portuguese with the real students of the Bergamot project. */
export async function measureTranslation(): Promise<SectionReport> {
  const english = sentences.map(({ en }) => en);
  const portuguese = sentences.map(({ pt }) => pt);
  const figures: Figure[] = [];
  const note = (name: string, value: number, unit: string, wanted: Partial<Figure> = {}) =>
    void figures.push({ section: 'translation', name, value, unit, ...wanted });
  const into = await loadRealModel('en-pt');
  const back = await loadRealModel('pt-en');
  const aligned = await translateAll(into, 'en', 'pt', english);
  const made = textsOf(aligned);
  const backwards = textsOf(await translateAll(back, 'pt', 'en', portuguese));
  const n = sentences.length;
  note(`chrF of ${n} sentences, en → pt`, chrf(made, portuguese), '', { atLeast: 60 });
  note(`chrF of ${n} sentences, pt → en`, chrf(backwards, english), '', { atLeast: 60 });
  const heard = textsOf(await translateAll(into, 'en', 'pt', recognised));
  note('chrF of recognised text, en → pt', chrf(heard, portuguese), '');
  note('chrF of the recognised text itself, en', chrf(recognised, english), '');
  const around = textsOf(await translateAll(back, 'pt', 'en', made));
  note('chrF of the round trip en → pt → en', chrf(around, english), '');
  const chained = back.translate(portuguese, 'pt', into).map(({ text }) => text);
  note('chrF of the chain pt → en → pt in one call', chrf(chained, portuguese), '');
  const numbers = sentences.flatMap(({ en, pt }, index) => [
    ...keptIn(made[index] ?? '', numbersIn(en)),
    ...keptIn(backwards[index] ?? '', numbersIn(pt)),
  ]);
  note(`numbers kept, of ${numbers.length}`, share(numbers), '%', { atLeast: 99 });
  const names = sentences.flatMap((pair, index) => [
    ...keptIn(made[index] ?? '', namesIn(pair)),
    ...keptIn(backwards[index] ?? '', namesIn(pair)),
  ]);
  note(`names kept, of ${names.length}`, share(names), '%', { atLeast: 99 });
  const marked = english.map((text) => text.replace(/ (\S+?)([.?!])$/u, ' [NAME_1]$2'));
  const marks = textsOf(await translateAll(into, 'en', 'pt', marked))
    .filter((_, index) => marked[index]?.includes('[NAME_1]'))
    .map((text) => text.includes('[NAME_1]'));
  note(`marks of redaction kept, of ${marks.length}`, share(marks), '%', { atLeast: 99 });
  const doubtful = aligned.filter(({ isDoubtful }) => isDoubtful).length;
  note('sentences that are said to be doubtful', doubtful, '');
  const { offs, spreadOffs, other } = measureTimes(aligned);
  const count = alignments.length - other;
  note(`starts of ${offs.length} words of ${count} sentences off, median`, median(offs), 's', {
    atMost: 0.3,
  });
  note('the same, 90th percentile', percentile(offs, 0.9), 's');
  note('the same, spread by length: median', median(spreadOffs), 's');
  note('the same, spread by length: 90th percentile', percentile(spreadOffs, 0.9), 's');
  note('sentences aligned by hand that are now translated otherwise', other, '', { atMost: 5 });
  const lost = sentences.flatMap((pair, index) => {
    const [there = '', here = ''] = [made[index], backwards[index]];
    const wanted = [...numbersIn(pair.en), ...namesIn(pair)];
    return keptIn(there, wanted).every(Boolean) &&
      keptIn(here, [...numbersIn(pair.pt), ...namesIn(pair)]).every(Boolean)
      ? []
      : [{ ...pair, there, here }];
  });
  for (const { en, there, pt, here } of lost) console.log(`lost: ${en} → ${there} | ${pt} → ${here}`);
  const details = sentences.map((pair, index) => ({ ...pair, made: made[index], back: backwards[index] }));
  return { figures, details, failed: 0 };
}
