import type { Transcription } from '../../src/contract/transcripts/transcription-result.ts';
import type { ReferenceClip } from './reference-clips.ts';
import { countWordErrors, sumWordErrors, type WordErrors } from './word-error-rate.ts';
import { wordTimeErrors } from './word-time-error.ts';

export interface ClipScore {
  errors: WordErrors;
  /** Absolute errors of word starts and ends in seconds; null without reference times. */
  boundaryErrors: number[] | null;
  /** How many were transcribed. */
  channels: number;
  languages: string[];
  languagesRight: boolean;
}

const NOTHING_SAID = { text: '', words: null };

/** Compares a transcript with the clip's reference, channel by channel. */
export function scoreClip(clip: ReferenceClip, { utterances, languages }: Transcription): ClipScore {
  const language = clip.languages.length === 1 ? clip.languages[0] : undefined;
  const heardChannels = new Set(utterances.map(({ channel }) => channel)).size;
  // If both channels say the same and were transcribed separately, each is compared with the one text.
  const truths = Array.from(
    { length: Math.max(clip.channels.length, heardChannels) },
    (_, channel) => clip.channels[channel] ?? clip.channels[0] ?? NOTHING_SAID,
  );
  const scores = truths.map((truth, channel) => {
    const own =
      truths.length > 1 ? utterances.filter((utterance) => utterance.channel === channel) : utterances;
    const heard = own.flatMap(({ words }) => words);
    const times = truth.words && wordTimeErrors(truth.words, heard);
    return {
      errors: countWordErrors(truth.text, own.map(({ text }) => text).join(' '), language),
      boundaries: times && [...times.startErrors, ...times.endErrors],
    };
  });
  const timed = scores.flatMap(({ boundaries }) => (boundaries ? [boundaries] : []));
  return {
    errors: sumWordErrors(scores.map(({ errors }) => errors)),
    boundaryErrors: timed.flat().length > 0 ? timed.flat() : null,
    channels: truths.length,
    languages,
    languagesRight: languages.toSorted().join() === clip.languages.toSorted().join(),
  };
}
