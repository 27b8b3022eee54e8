import { captionRules } from '../addons/subtitles/caption-rules.ts';
import type { Cue } from '../addons/subtitles/cue.ts';
import { makeCues } from '../addons/subtitles/make-cues.ts';
import { type SubtitlesConfig, subtitlesConfig } from '../addons/subtitles/schema.ts';
import type { EditedCue, EditedTranscript, Paragraph } from '../contract/edited-transcript.ts';
import { hasSeveralChannels, voiceName } from '../contract/voice-name.ts';
import { firstIndex } from '../lib/first-index.ts';
import { plainWord } from './retime-words.ts';
import { type SpokenParagraph, spokenParagraphs } from './spoken-paragraphs.ts';

export interface CueOptions {
  /** Whether voices are called by the names that people gave them. */
  names?: boolean;
  /** Rules for cues that follow the transcript. */
  captions?: SubtitlesConfig | undefined;
}

/** A cue that was set by hand, as it is shown. */
export interface ShownCue extends Cue {
  id: string;
}

/** The cues of a document: made from its words, or as they were set by hand. */
export function documentCues(
  document: EditedTranscript,
  { names = false, captions = subtitlesConfig.parse({}) }: CueOptions = {},
): Cue[] {
  if (document.cues === null) return makeCues(spokenParagraphs(document, { names }), captionRules(captions));
  return cuesByHand(document, { names, captions }).map(({ id: _, ...cue }) => cue);
}

/** The cues that were set by hand and have words, in order of time; none while captions follow the transcript. */
export function cuesByHand(
  document: EditedTranscript,
  { names = false, captions = subtitlesConfig.parse({}) }: CueOptions = {},
): ShownCue[] {
  const paragraphs = spokenParagraphs(document, { names });
  const [spoken, written] = [overlapping(paragraphs), overlapping(document.paragraphs)];
  const severalChannels = hasSeveralChannels(paragraphs);
  return (document.cues ?? [])
    .flatMap((cue) => {
      const shown = handMadeCue(showable(cue, written(cue)), spoken(cue), captions, severalChannels);
      return shown ? [{ id: cue.id, ...shown }] : [];
    })
    .toSorted((a, b) => a.startMs - b.startMs);
}

/**
 * Finds the paragraphs that reach into a cue's stretch, in their order: a transcript of hours has thousands of cues, and
 * none looks at all paragraphs.
 */
function overlapping<Timed extends { start: number; end: number }>(
  paragraphs: readonly Timed[],
): (cue: EditedCue) => Timed[] {
  const inTime = paragraphs
    .map((paragraph, index) => ({ paragraph, index }))
    .toSorted((a, b) => a.paragraph.start - b.paragraph.start);
  let latest = Number.NEGATIVE_INFINITY;
  const reached = inTime.map(({ paragraph }) => {
    latest = Math.max(latest, paragraph.end);
    return latest;
  });
  return ({ from, until }) => {
    const first = firstIndex(reached.length, (index) => (reached[index] ?? 0) >= from);
    const end = firstIndex(inTime.length, (index) => (inTime[index]?.paragraph.start ?? 0) > until);
    return inTime
      .slice(first, end)
      .toSorted((a, b) => a.index - b.index)
      .map(({ paragraph }) => paragraph);
  };
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000);

/**
 * A cue without the rows that were written for it if they have what was struck or redacted since: it then shows the words.
 * What is redacted may not even be part of another word.
 */
function showable(cue: EditedCue, paragraphs: readonly Paragraph[]): EditedCue {
  const { rows } = cue;
  if (rows === null) return cue;
  const shown = rows.join(' ').split(/\s+/u).map(plainWord);
  const text = shown.join(' ');
  const hides = paragraphs.some(
    ({ channel, words }) =>
      channel === cue.channel &&
      words.some(({ word, start, struck, redacted }) => {
        if (start < cue.from || start >= cue.until) return false;
        const hidden = plainWord(word);
        return redacted ? text.includes(hidden) : struck === true && shown.includes(hidden);
      }),
  );
  return hides ? { ...cue, rows: null } : cue;
}

/** Whether the words are no longer those of the rows. */
const differs = (rows: readonly string[], within: readonly SpokenParagraph[]): boolean =>
  withoutSpaces(rows.join('')) !==
  withoutSpaces(within.flatMap(({ words }) => words.map(({ word }) => word)).join(''));

const withoutSpaces = (text: string) => text.replaceAll(/\s+/gu, '');

/** A cue set by hand with its words of now; null if none of them is left, struck ones not counted. */
function handMadeCue(
  cue: EditedCue,
  paragraphs: readonly SpokenParagraph[],
  captions: SubtitlesConfig,
  severalChannels: boolean,
): Cue | null {
  const within = paragraphs.flatMap((paragraph) => {
    if (paragraph.channel !== cue.channel || paragraph.end < cue.from || paragraph.start > cue.until)
      return [];
    const words = paragraph.words.filter(({ start }) => start >= cue.from && start < cue.until);
    return words.length > 0 ? [{ ...paragraph, words }] : [];
  });
  const first = within[0];
  if (!first) return null;
  const times = { startMs: milliseconds(cue.start), endMs: milliseconds(cue.end) };
  const voice = voiceName(first, severalChannels);
  if (cue.rows !== null && !(cue.follows && differs(cue.rows, within)))
    return { ...times, rows: cue.rows, voice };
  // The usual rules lay out the rows; a cue that is longer than they allow keeps all of them.
  const laidOut = makeCues(within, { ...captionRules(captions), maximumMs: Number.POSITIVE_INFINITY });
  return { ...times, rows: laidOut.flatMap(({ rows }) => rows), voice };
}
