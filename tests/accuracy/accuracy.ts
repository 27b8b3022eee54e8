import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { describeFigure } from '../runner/figure.ts';
import { runToEnd } from '../runner/run-to-end.ts';
import type { SectionReport } from './accuracy-section.ts';
import type { CorpusOptions } from './corpus/corpus-accuracy.ts';
import type { LiveAccuracyOptions } from './live/live-accuracy.ts';

/** Has its own browser and parts, because the real weights are slow. */
const WHISPER = 'whisper';
/** So has this; it takes half an hour or more and runs only if it is named. */
const CORPUS = 'corpus';
/** Who speaks when. */
const TURNS = 'turns';
/** Text of what is still being spoken, in Node; takes long, too. */
const LIVE = 'live';
/** Rare words of the corpus as vocabularies, with the real weights in Node. */
const TERMS = 'terms';
/** Recordings made of other voices and languages, in Node, too. */
const MADE = 'made';
/** From its stored table, which `--store` makes anew. */
const CONFIDENCE = 'confidence';
const NAMED_ONLY = [TURNS, CORPUS, LIVE, TERMS, MADE, CONFIDENCE];

/**
 * What runs where none is named, but for `whisper`. What a section needs is loaded when it runs: all together take longer to load than the
 * usage takes to read.
 */
const SECTIONS: Record<string, () => Promise<SectionReport>> = {
  vocabulary: async () => (await import('./vocabulary-accuracy.ts')).vocabularyAccuracy(),
  languages: async () => (await import('./languages-accuracy.ts')).languagesAccuracy(),
  pii: async () => (await import('./pii-accuracy.ts')).piiAccuracy(),
  'pii-readers': async () => (await import('./pii-readers-accuracy.ts')).piiReadersAccuracy(),
  captions: async () => (await import('./captions-accuracy.ts')).captionsAccuracy(),
  names: async () => (await import('./names-accuracy.ts')).namesAccuracy(),
  sentiment: async () => (await import('./sentiment-accuracy.ts')).sentimentAccuracy(),
  sounds: async () => (await import('./sounds-accuracy.ts')).soundsAccuracy(),
  summaries: async () => (await import('./summaries-accuracy.ts')).summariesAccuracy(),
  translation: async () => (await import('./translation-accuracy.ts')).translationAccuracy(),
  meaning: async () => (await import('./meaning-accuracy.ts')).meaningAccuracy(),
  minutes: async () => (await import('./minutes-accuracy.ts')).minutesAccuracy(),
};

interface Choice {
  sections: string[];
  /** Parts of the section `whisper`, which are named after it; all if empty. */
  whisperParts: string[];
  resume: boolean;
  corpus: CorpusOptions;
  live: LiveAccuracyOptions;
  store: boolean;
}

const USAGE = `Usage: npm run accuracy -- [SECTION…]
       npm run accuracy -- whisper [PART…] [--resume]
       npm run accuracy -- turns [--store]
       npm run accuracy -- terms [--only TEXT] [--resume]
       npm run accuracy -- made [--only TEXT] [--lang CODE] [--every N] [--from N]
       npm run accuracy -- confidence [--store [--every N]]
       npm run accuracy -- corpus [--only TEXT,…] [--lang CODE] [--found] [--careful] [--resume] [--store]
       npm run accuracy -- live [--only TEXT] [--lang CODE] [--engine NAME] [--every N] [--from N]
                          [--noise SECONDS] [--found]

Measures the accuracy of models on clips with known content: whisper the real weights of Whisper base, through the built app in
a real browser, and corpus the same on the development corpus beside plain Whisper. turns measures who speaks when.
terms measures rare words of the corpus as vocabularies, made recordings of kinds that
were once wrong (they need espeak-ng and sox), and confidence the threshold of its note with each recording left out.
live measures text that is recognised while it is spoken, with the engines zipformer and whisper-base, on every N-th clip.
--found does not tell the language, --resume goes on with an earlier run, and --store renews the table that later runs are compared with.

Sections: ${[...Object.keys(SECTIONS), WHISPER].join(', ')};
all of them where none is named.`;

/** Null where only the usage is asked for. */
function chosenSections(): Choice | null {
  const off = { type: 'boolean', default: false } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      resume: off,
      only: { type: 'string' },
      lang: { type: 'string' },
      found: off,
      careful: off,
      store: off,
      engine: { type: 'string' },
      every: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      noise: { type: 'string', default: '600' },
      help: { ...off, short: 'h' },
    },
  });
  const { resume, careful, help, engine, every, from, noise, ...rest } = values;
  if (help) return null;
  const corpus: CorpusOptions = { ...rest, resume, quality: careful ? 'careful' : 'fast' };
  const [first, ...parts] = positionals;
  const { store, only, lang, found } = rest;
  const live: LiveAccuracyOptions = {
    ...{ only, lang, engine, found },
    every: Number(every) || 1,
    from: Number(from) || 0,
    noise: Number(noise) || 30,
  };
  const options = { resume, corpus, live, store };
  if (first === WHISPER) return { sections: [WHISPER], whisperParts: parts, ...options };
  return { sections: knownSections(positionals), whisperParts: [], ...options };
}

function knownSections(positionals: string[]): string[] {
  const known = [...Object.keys(SECTIONS), WHISPER];
  const unknown = positionals.filter((name) => !NAMED_ONLY.includes(name) && !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no section ${unknown.join(', ')}. Sections: ${[...known, ...NAMED_ONLY].join(', ')}.`,
    );
  }
  return positionals.length > 0 ? positionals : known;
}

async function measure({
  sections: names,
  whisperParts,
  resume,
  corpus,
  live,
  store,
}: Choice): Promise<Record<string, SectionReport>> {
  const reports: Record<string, SectionReport> = {};
  if (names.includes(WHISPER))
    reports[WHISPER] = await (await import('./whisper/whisper-accuracy.ts')).whisperAccuracy(
      whisperParts,
      resume,
    );
  if (names.includes(TURNS))
    reports[TURNS] = await (await import('./diarization/turns-accuracy.ts')).turnsAccuracy(store);
  if (names.includes(CORPUS))
    reports[CORPUS] = await (await import('./corpus/corpus-accuracy.ts')).corpusAccuracy(corpus);
  if (names.includes(LIVE))
    reports[LIVE] = await (await import('./live/live-accuracy.ts')).liveAccuracy(live);
  if (names.includes(TERMS))
    reports[TERMS] = await (await import('./terms/terms-accuracy.ts')).termsAccuracy(corpus);
  if (names.includes(MADE))
    reports[MADE] = await (await import('./made/made-accuracy.ts')).madeAccuracy({ ...corpus, ...live });
  if (names.includes(CONFIDENCE)) {
    const { confidenceAccuracy } = await import('./confidence/confidence-accuracy.ts');
    reports[CONFIDENCE] = await confidenceAccuracy({ store, every: live.every });
  }
  for (const name of names) {
    const section = SECTIONS[name];
    if (!section) continue;
    console.log(`\n${name}`);
    reports[name] = await section();
  }
  return reports;
}

await runToEnd(async () => {
  const chosen = chosenSections();
  if (chosen === null) {
    console.log(USAGE);
    return 0;
  }
  const reports = await measure(chosen);
  console.log('');
  for (const { figures } of Object.values(reports))
    for (const figure of figures) console.log(describeFigure(figure));
  const folder = join(PROJECT_ROOT, '.cache');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'accuracy.json'), JSON.stringify(reports, null, 2));
  return Object.values(reports).some(({ failed }) => failed > 0) ? 1 : 0;
});
