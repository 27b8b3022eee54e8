import type { RecognisedPass } from '../recognise-pass.ts';

/** Above this a shortened window alone shows the language; chosen on the development corpus (docs/journal.md). */
export const SURE_OF_LANGUAGE = 0.9;

/** Below this mean the text of a shortened window is compared with that of the whole one. */
const SURE_LOG_PROBABILITY = -0.7;

/**
 * Less is a word or two, in seconds: below the first mean its text gets a second opinion at the same price; below the
 * second the likelier of the two does not do, and the whole window is recognised. For longer audio the whole window is the
 * better second opinion. All chosen on the development corpus (docs/journal.md).
 */
const BRIEF_SECONDS = 2.2;
const BRIEF_SURE_LOG_PROBABILITY = -0.5;
const BRIEF_LEAST_LOG_PROBABILITY = -0.9;

type Recognition = Pick<RecognisedPass, 'averageLogProbability' | 'detected'>;
type Tried<H extends Recognition> = H | 'refused';

/** Further recognitions of the same audio. */
export interface FurtherRecognitions<H extends Recognition> {
  /** With the recording's own quiet behind the speech; null if that would be the same. */
  inQuiet: () => Promise<Tried<H> | null>;
  /** Recognises the whole window; null where there is no time for it, and the first window always has time. */
  whole: (() => Promise<Tried<H>>) | null;
}

/**
 * The recognition of a shortened window or, where its text was refused or is doubtful, the likeliest of this, one of a
 * word or two in the recording's own quiet, and one of the whole window. Where the language is doubtful, the whole
 * window decides.
 */
export async function chooseRecognition<H extends Recognition>(
  first: Tried<H>,
  seconds: number,
  further: FurtherRecognitions<H>,
): Promise<{ recognised: H; whole: boolean }> {
  const isBrief = seconds < BRIEF_SECONDS;
  const sure = isBrief ? BRIEF_SURE_LOG_PROBABILITY : SURE_LOG_PROBABILITY;
  if (first !== 'refused' && isEnough(first, sure)) return { recognised: first, whole: false };
  // Nobody recognises a language better in other noise.
  const isOfLanguage = first === 'refused' || first.detected.confidence >= SURE_OF_LANGUAGE;
  const second = isBrief && isOfLanguage ? await further.inQuiet() : null;
  const short = second === null || second === 'refused' ? first : likelier(first, second);
  if (isBrief && short !== 'refused' && isEnough(short, BRIEF_LEAST_LOG_PROBABILITY))
    return { recognised: short, whole: false };
  if (!further.whole) {
    if (short === 'refused') throw new Error('The only window was refused.');
    return { recognised: short, whole: false };
  }
  const whole = await further.whole();
  if (whole === 'refused') throw new Error('A whole window was refused.');
  const isSame = short !== 'refused' && short.detected.language === whole.detected.language;
  return { recognised: isSame ? likelier(short, whole) : whole, whole: true };
}

const isEnough = ({ averageLogProbability, detected }: Recognition, least: number): boolean =>
  averageLogProbability >= least && detected.confidence >= SURE_OF_LANGUAGE;

const likelier = <H extends Recognition>(first: Tried<H>, second: H): H =>
  first !== 'refused' && first.averageLogProbability >= second.averageLogProbability ? first : second;
