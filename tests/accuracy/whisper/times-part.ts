import { percentile } from '../../runner/figure.ts';
import { recordedClips } from '../reference-clips.ts';
import { median, wordTimeErrors } from '../word-time-error.ts';
import { section, transcriptionOf, type WhisperPart } from './whisper-part.ts';

const ms = (seconds: number) => `${Math.round(seconds * 1000)} ms`.padStart(8);

/** Starts and ends of words, on the clips whose words another engine timed. */
export const timesPart: WhisperPart = async (app) => {
  const starts: number[] = [];
  const ends: number[] = [];
  const shifts: number[] = [];
  let overlaps = 0;
  for (const clip of recordedClips()) {
    const truth = clip.channels[0]?.words;
    if (!truth) continue;
    const { utterances } = transcriptionOf(await app.transcribe(clip.path));
    const words = utterances.flatMap((utterance) => utterance.words);
    overlaps += words.filter((word, index) => word.start < (words[index - 1]?.end ?? 0)).length;
    const { startErrors, endErrors, endShifts } = wordTimeErrors(truth, words);
    console.log(`${clip.name.padEnd(60)}${ms(median(startErrors))}${ms(median(endErrors))}`);
    starts.push(...startErrors);
    ends.push(...endErrors);
    shifts.push(...endShifts);
  }
  const of = `(${starts.length} words)`;
  return [
    {
      section,
      name: `word starts, median error ${of}`,
      value: median(starts) * 1000,
      unit: 'ms',
      atMost: 50,
    },
    {
      section,
      name: `word starts, 90% within ${of}`,
      value: percentile(starts, 0.9) * 1000,
      unit: 'ms',
      atMost: 150,
    },
    { section, name: `word ends, median error ${of}`, value: median(ends) * 1000, unit: 'ms', atMost: 40 },
    {
      section,
      name: 'the same with its sign: below zero, words end early',
      value: median(shifts) * 1000,
      unit: 'ms',
    },
    { section, name: 'words that overlap', value: overlaps, unit: '', atMost: 0 },
  ];
};
