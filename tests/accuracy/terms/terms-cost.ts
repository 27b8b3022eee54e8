import { vocabularyHotWords } from '../../../src/addons/custom_vocabulary/vocabulary-hot-words.ts';
import type { SpeechWindow } from '../../../src/engine/audio/windows/speech-window.ts';
import type { Figure } from '../../runner/figure.ts';
import type { OpenedWhisper } from '../open-whisper-base.ts';
import { madeUpNames } from '../vocabulary-accuracy.ts';

const MANY_TERMS = 1000;
const ROUNDS = 4;
/** Aim: most that the terms add to the time of decoding. */
const MOST_PERCENT = 3;

/** Processor time of decoding with a thousand terms that are not said, beside that without a vocabulary, of encoded windows. */
export async function termsCost(
  { transcribe }: Pick<OpenedWhisper, 'transcribe'>,
  recordings: readonly { windows: readonly SpeechWindow[]; language: string }[],
): Promise<Figure> {
  const hotWords = vocabularyHotWords({ vocabulary: madeUpNames('en', MANY_TERMS) }, 'en');
  const seconds = { without: 0, with: 0 };
  const decode = async (options: object) => {
    const begun = process.cpuUsage();
    for (const { windows, language } of recordings) await transcribe(windows, language, options);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  // Encodes the windows, and builds the tree.
  await decode({ hotWords });
  for (let round = 0; round < ROUNDS; round += 1) {
    seconds.without += await decode({});
    seconds.with += await decode({ hotWords });
  }
  return {
    section: 'terms',
    name: `decoding with ${MANY_TERMS} made-up terms: more processor time`,
    value: 100 * (seconds.with / seconds.without - 1),
    unit: '%',
    atMost: MOST_PERCENT,
  };
}
