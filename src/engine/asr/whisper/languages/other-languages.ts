import type { TimeSpan } from '../../../alignment/speech-bounds.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import type { DetectedLanguage, LanguageEvidence } from './detect-language.ts';

/** A stretch in another language than the text was written in; seconds of the audio. */
export interface OtherLanguage extends TimeSpan, DetectedLanguage {}

/** If the language of the text is less likely than this, part of the speech may be in another. */
const SUSPICIOUS_SHARE = 0.97;

/** Words in the wrong language are guesses: below this mean, a stretch is checked for its language. */
const LOW_CONFIDENCE = 0.55;
/** Above this mean the text is right, whatever its language was taken for. */
const SOLID_CONFIDENCE = 0.8;

/** Another language counts from this probability on, if that of the text is below the second value. */
const CERTAIN = 0.8;
const UNLIKELY = 0.1;

/** Speech is looked at in stretches of at least this length, seconds: shorter ones do not show their language. */
const TELLING_SECONDS = 2.5;
const SHORTEST_SECONDS = 1;

/** Stretches of one window that are checked for their language; each costs a run of the encoder. */
const MOST_PROBES = 4;

/** After a pause this long the language may be another one, seconds. */
const BREAK_SECONDS = 0.8;

/** Words belong to the speech that they are at most this far from, seconds. */
const NEAR_SECONDS = 0.2;

interface Group extends TimeSpan {
  /** Mean of its words; 0 if it has none. */
  confidence: number;
}

/**
 * Where another language is spoken than the one that the text was written in. The window's own evidence costs nothing;
 * only if that or the words' confidence raises a suspicion are stretches checked for their language, the most
 * doubtful first.
 *
 * @param speech from voice activity, in order, seconds
 * @param whole evidence of the whole window
 * @param evidenceOf evidence of a stretch
 */
export async function findOtherLanguages(
  words: readonly RecognisedWord[],
  speech: readonly TimeSpan[],
  whole: LanguageEvidence,
  evidenceOf: (span: TimeSpan) => Promise<LanguageEvidence>,
): Promise<OtherLanguage[]> {
  const groups = groupsOf(speech, words);
  if (groups.length === 0) return [];
  if (isOther(whole) && groups.every(({ confidence }) => confidence < SOLID_CONFIDENCE)) {
    return joined(groups.map(({ start, end }) => ({ start, end, ...whole.best })));
  }
  const suspected = groups.filter(
    ({ confidence }) =>
      confidence < LOW_CONFIDENCE || (whole.given < SUSPICIOUS_SHARE && confidence < SOLID_CONFIDENCE),
  );
  const doubtful = suspected.toSorted((a, b) => a.confidence - b.confidence).slice(0, MOST_PROBES);
  const found: OtherLanguage[] = [];
  let misses = 0;
  for (const { start, end } of doubtful) {
    const evidence = await evidenceOf({ start, end });
    if (isOther(evidence)) found.push({ start, end, ...evidence.best });
    else misses += 1;
    // Doubtful words have other causes, too: noise, names, a mumbling speaker.
    if (misses === 2 && found.length === 0) break;
  }
  return joined(found.toSorted((a, b) => a.start - b.start));
}

const isOther = ({ best, given }: LanguageEvidence): boolean =>
  best.confidence >= CERTAIN && given < UNLIKELY;

/** Stretches of speech long enough to detect their language, cut in pauses. */
function groupsOf(speech: readonly TimeSpan[], words: readonly RecognisedWord[]): Group[] {
  const spans: TimeSpan[] = [];
  for (const { start, end } of speech) {
    const last = spans.at(-1);
    const goesOn = last && start - last.end < BREAK_SECONDS && last.end - last.start < TELLING_SECONDS;
    if (goesOn) last.end = end;
    else spans.push({ start, end });
  }
  const telling = spans.filter(({ start, end }) => end - start >= SHORTEST_SECONDS);
  return telling.map((span) => {
    const own = words.filter((word) => {
      const middle = (word.start + word.end) / 2;
      return middle >= span.start - NEAR_SECONDS && middle <= span.end + NEAR_SECONDS;
    });
    const sum = own.reduce((total, { confidence }) => total + confidence, 0);
    return { ...span, confidence: own.length > 0 ? sum / own.length : 0 };
  });
}

/** Neighbouring stretches in one language, as one. */
function joined(found: readonly OtherLanguage[]): OtherLanguage[] {
  const spans: OtherLanguage[] = [];
  for (const one of found) {
    const last = spans.at(-1);
    if (last && last.language === one.language && one.start - last.end < TELLING_SECONDS) {
      last.end = one.end;
      last.confidence = Math.min(last.confidence, one.confidence);
    } else spans.push({ ...one });
  }
  return spans;
}
