import { loadRealModel } from '../accuracy/translation/real-pair.ts';
import sentences from '../accuracy/translation/sentences.json' with { type: 'json' };

/** Measures of one fresh process. */
export interface TranslationMeasures {
  /** Seconds from nothing loaded to the first translated sentence; of them the processor's. */
  cold: number;
  coldProcessor: number;
  /** Seconds for a sentence with everything loaded. */
  warm: number;
  /** Processor time in seconds for an hour of transcript, one direction; through English. */
  hour: number;
  hourThroughEnglish: number;
  /** Resident memory in MB beyond that before: one direction and its work, a chain and its work. */
  memory: number;
  chainMemory: number;
}

/** Words of an hour of speech at 150 a minute. */
const WORDS_AN_HOUR = 9000;
/** As the add-on does. */
const TOGETHER = 16;

const secondsOfProcessor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const english = sentences.map(({ en }) => en);
const portuguese = sentences.map(({ pt }) => pt);
const wordsIn = (texts: readonly string[]) => texts.join(' ').split(' ').length;

/** Processor time for so many words of it as an hour has. */
function hourOf(texts: readonly string[], translate: (some: string[]) => unknown): number {
  const before = secondsOfProcessor();
  let words = 0;
  while (words < WORDS_AN_HOUR) {
    for (let at = 0; at < texts.length; at += TOGETHER) translate(texts.slice(at, at + TOGETHER));
    words += wordsIn(texts);
  }
  return ((secondsOfProcessor() - before) * WORDS_AN_HOUR) / words;
}

/** Without garbage. */
function residentMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
}

const resident = residentMb();
const startedAt = performance.now();
const processorBefore = secondsOfProcessor();
const into = await loadRealModel('en-pt');
into.translate(['How are you today?'], 'en');
const cold = (performance.now() - startedAt) / 1000;
const coldProcessor = secondsOfProcessor() - processorBefore;
const warmFrom = performance.now();
into.translate(['Where did you go yesterday?'], 'en');
const warm = (performance.now() - warmFrom) / 1000;
const hour = hourOf(english, (some) => into.translate(some, 'en'));
const memory = residentMb() - resident;
const back = await loadRealModel('pt-en');
const hourThroughEnglish = hourOf(portuguese, (some) => back.translate(some, 'pt', into));
const chainMemory = residentMb() - resident;
const measures: TranslationMeasures = {
  cold,
  coldProcessor,
  warm,
  hour,
  hourThroughEnglish,
  memory,
  chainMemory,
};
console.log(JSON.stringify(measures));
