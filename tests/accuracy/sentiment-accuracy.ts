import { createRequire } from 'node:module';
import { judgeWords } from '../../src/addons/sentiment_analysis/judge-words.ts';
import { lexiconOf } from '../../src/addons/sentiment_analysis/lexicons.ts';
import type { Figure } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';
import development from './sentiment/development.json' with { type: 'json' };
import unseen from './sentiment/unseen.json' with { type: 'json' };
import utterances from './sentiment/utterances.json' with { type: 'json' };

interface Misjudged {
  text: string;
  meant: string;
  judged: string;
}

type Utterances = Record<string, readonly string[]>;

/** Sentiment by rules on invented English utterances. The rules have seen the first lists, but not the last. */
export async function sentimentAccuracy(): Promise<SectionReport> {
  const seen = judged(utterances);
  const later = judged(development);
  const fresh = judged(unseen);
  return {
    figures: [
      { ...figure('invented utterances', seen), atLeast: 75 },
      { ...figure('invented utterances about events', later), atLeast: 75 },
      { ...figure('utterances that no rule has seen', fresh), atLeast: 75 },
    ],
    details: [...seen.misjudged, ...later.misjudged],
    failed: 0,
  };
}

interface Outcome {
  all: number;
  misjudged: Misjudged[];
}

function judged(lists: Utterances): Outcome {
  const read = createRequire(import.meta.url);
  const lexicon = lexiconOf('en', read('afinn-165-multilingual/build/AFINN-en.json'));
  const outcome: Outcome = { all: 0, misjudged: [] };
  for (const [meant, texts] of Object.entries(lists)) {
    const wrong = texts
      .map((text) => ({ text, meant, judged: judgeWords(text, 'en', lexicon).sentiment }))
      .filter(({ judged: found }) => found !== meant);
    console.log(`${meant.padEnd(20)}${texts.length - wrong.length} of ${texts.length}`);
    outcome.all += texts.length;
    outcome.misjudged.push(...wrong);
  }
  return outcome;
}

const figure = (name: string, { all, misjudged }: Outcome): Figure => ({
  section: 'sentiment',
  name: `agreement on ${all} ${name}, by rules`,
  value: (1 - misjudged.length / all) * 100,
  unit: '%',
});
