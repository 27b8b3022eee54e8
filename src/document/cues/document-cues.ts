import type { Cue } from '../../addons/subtitles/cue.ts';
import { makeCues } from '../../addons/subtitles/make-cues.ts';
import type { SubtitlesConfig } from '../../addons/subtitles/schema.ts';
import type {
  CorrectedCue,
  CorrectedTranscript,
  CorrectedWord,
} from '../../contract/transcripts/corrected-transcript.ts';
import type { Word } from '../../contract/transcripts/utterance.ts';
import { hasSeveralChannels, voiceName } from '../../contract/transcripts/voice-name.ts';
import { firstIndex } from '../../lib/first-index.ts';
import { type SpokenParagraph, spokenParagraphs } from '../spoken-paragraphs.ts';
import { plainWord } from '../words/retime-words.ts';
import { type DocumentRules, documentRules, mayBeItalic } from './document-rules.ts';
import { severalSpeak, type WordVoices, withoutMarks } from './speaker-marks.ts';
import { timedRows } from './timed-rows.ts';

export interface CueOptions {
  /** Whether voices are called by the names that people gave them. */
  names?: boolean;
  /** Rules for cues that follow the transcript. */
  captions?: SubtitlesConfig | undefined;
  /** Whether the spoken word is shown: no cue then waits for the one before, so that none of its words is said without it. */
  byWord?: boolean | undefined;
}

/** A cue that was set by hand, as it is shown. */
export interface ShownCue extends Cue {
  id: string;
  voices?: WordVoices;
}

/** The cues of a document: made from its words, or as they were set by hand. */
export function documentCues(
  document: CorrectedTranscript,
  { names = false, captions, byWord = false }: CueOptions = {},
): Cue[] {
  if (document.cues === null) {
    const rules = documentRules(document, captions);
    return makeCues(spokenParagraphs(document, { names }), byWord ? { ...rules, lagMs: 0 } : rules);
  }
  return cuesByHand(document, { names, captions }).map(({ id: _, voices: __, ...cue }) => cue);
}

/** The cues that were set by hand and have words, in order of time; none while captions follow the transcript. */
export function cuesByHand(
  document: CorrectedTranscript,
  { names = false, captions }: CueOptions = {},
): ShownCue[] {
  const rules = documentRules(document, captions);
  const paragraphs = spokenParagraphs(document, { names });
  const [spoken, written] = [wordsOfCues(paragraphs), wordsOfCues(document.paragraphs)];
  const severalChannels = hasSeveralChannels(paragraphs);
  return (document.cues ?? [])
    .flatMap((cue) => {
      const shown = handMadeCue(showable(cue, written(cue)), spoken(cue), rules, severalChannels);
      return shown ? [{ id: cue.id, ...shown }] : [];
    })
    .toSorted((a, b) => a.startMs - b.startMs);
}

/**
 * Finds the words that begin in a cue's stretch, with their paragraphs, in their order: a transcript of hours has thousands of
 * cues, and none looks at all words.
 */
function wordsOfCues<Part extends { channel: number; words: readonly Word[] }>(
  paragraphs: readonly Part[],
): (cue: CorrectedCue) => { paragraph: Part; words: Part['words'][number][] }[] {
  const channels = new Map<number, { paragraph: Part; word: Part['words'][number]; index: number }[]>();
  let index = 0;
  for (const paragraph of paragraphs) {
    const own = channels.get(paragraph.channel) ?? [];
    channels.set(paragraph.channel, own);
    for (const word of paragraph.words) own.push({ paragraph, word, index: index++ });
  }
  for (const words of channels.values()) words.sort((a, b) => a.word.start - b.word.start);
  return ({ channel, from, until }) => {
    const all = channels.get(channel) ?? [];
    const since = (moment: number) => firstIndex(all.length, (at) => (all[at]?.word.start ?? 0) >= moment);
    const found: { paragraph: Part; words: Part['words'][number][] }[] = [];
    for (const { paragraph, word } of all
      .slice(since(from), since(until))
      .sort((a, b) => a.index - b.index)) {
      const last = found.at(-1);
      if (last?.paragraph === paragraph) last.words.push(word);
      else found.push({ paragraph, words: [word] });
    }
    return found;
  };
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000);

/**
 * A cue without the rows that were written for it if they have what was struck or redacted since: it then shows the words.
 * What is redacted may not even be part of another word.
 */
function showable(cue: CorrectedCue, written: readonly { words: readonly CorrectedWord[] }[]): CorrectedCue {
  const { rows } = cue;
  if (rows === null) return cue;
  const hidden = written.flatMap(({ words }) => words.filter(({ struck, redacted }) => struck || redacted));
  if (hidden.length === 0) return cue;
  const shown = rows.join(' ').split(/\s+/u).map(plainWord);
  const text = shown.join(' ');
  const single = new Set(shown);
  const hides = hidden.some(({ word, redacted }) => {
    const plain = plainWord(word);
    return redacted ? text.includes(plain) : single.has(plain);
  });
  return hides ? { ...cue, rows: null } : cue;
}

/** Whether the words are no longer those of the rows. */
const differs = (rows: readonly string[], within: readonly SpokenParagraph[]): boolean =>
  withoutSpaces(rows.join('')) !==
  withoutSpaces(within.flatMap(({ words }) => words.map(({ word }) => word)).join(''));

const withoutSpaces = (text: string) => text.replaceAll(/\s+/gu, '');

/** A cue set by hand with its words of now; null if none of them is left, struck ones not counted. */
function handMadeCue(
  cue: CorrectedCue,
  spoken: readonly { paragraph: SpokenParagraph; words: readonly Word[] }[],
  rules: DocumentRules,
  severalChannels: boolean,
): Omit<ShownCue, 'id'> | null {
  const within = spoken.map(({ paragraph, words }) => ({ ...paragraph, words: [...words] }));
  const first = within[0];
  if (!first) return null;
  const italic = cue.off_screen && mayBeItalic(rules);
  const times = { startMs: milliseconds(cue.start), endMs: milliseconds(cue.end), ...(italic && { italic }) };
  const voice = voiceName(first, severalChannels);
  const unmarked = cue.rows && severalSpeak(within) ? withoutMarks(cue.rows) : cue.rows;
  if (cue.rows !== null && unmarked !== null && !(cue.follows && differs(unmarked, within))) {
    const said = within.flatMap((paragraph) =>
      paragraph.words.map((word) => ({ ...word, voice: voiceName(paragraph, severalChannels) })),
    );
    const words = timedRows(unmarked, said);
    const voiceAt = (ms: number) => said.findLast(({ start }) => milliseconds(start) <= ms)?.voice ?? voice;
    const voices = words.map((row) => row.map(({ startMs }) => voiceAt(startMs)));
    return { ...times, rows: cue.rows, voice, words, voices };
  }
  // The usual rules lay out the rows; a cue that is longer than they allow keeps all of them.
  const laidOut = makeCues(within, { ...rules, maximumMs: Number.POSITIVE_INFINITY });
  return {
    ...times,
    rows: laidOut.flatMap(({ rows }) => rows),
    voice,
    words: laidOut.flatMap(({ words = [] }) => words),
    voices: laidOut.flatMap((one) => (one.words ?? []).map((row) => row.map(() => one.voice))),
  };
}
