import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import { matchWords } from '../../words/match-words.ts';
import { type ImportNotes, quoted } from '../bad-import.ts';
import { goesOn, inOneRow } from '../text/join-rows.ts';
import { spacedText } from '../text/read-text-bytes.ts';
import { decodeEntities } from '../text/xml-elements.ts';
import { LIMITS, REWRITE } from '../vocabulary/patterns.ts';
import { withNobody } from '../voices/voice-labels.ts';
import { inSeconds } from '../written-times.ts';
import { joinMarks, type SpokenPart, spokenWords, wordsOfSpans } from './spoken-words.ts';

/** A word of a recogniser; its numbers may be missing. */
export interface RecognisedPart extends SpokenPart {
  voice: string | null;
}

/** What a recogniser calls a segment, an utterance or a phrase; times in seconds. */
export interface RecognisedPassage {
  start: number | null;
  end: number | null;
  text: string;
  voice: string | null;
  channel?: number | undefined;
  language?: ImportedPassage['language'] | undefined;
  words: readonly RecognisedPart[];
  /** Whether no field has a text, not even an empty one. */
  isTextless?: boolean | undefined;
  /** Whether its program was given it, or says it of the conversation. */
  isUnsaid?: boolean | undefined;
}

/** Segments without a voice of their own, whose words have several, as one for each. */
export const byVoices = (segments: readonly RecognisedPassage[]): RecognisedPassage[] =>
  segments.flatMap((segment) => {
    const { voice, words, text, channel, language } = segment;
    const isOfSeveral = voice === null && new Set(words.flatMap((word) => word.voice ?? [])).size > 1;
    return isOfSeveral ? segmentsOfWords(words, text, { channel, language }) : [segment];
  });

/** Words or segments without speakers, by a list of who begins to speak when. */
export function byTurns<Part extends Pick<RecognisedPassage, 'start' | 'end' | 'voice'>>(
  words: readonly Part[],
  turns: readonly Pick<RecognisedPassage, 'start' | 'voice'>[],
): Part[] {
  if (turns.length === 0) return [...words];
  const begun = turns.map(({ start }) => ({ start, end: null }));
  const all = inSeconds<Pick<RecognisedPassage, 'start' | 'end'>>([...begun, ...words]);
  const later = all.slice(1, turns.length);
  const spans = turns.map((_, at) => ({ end: later[at]?.start ?? null }));
  return wordsOfSpans(spans, all.slice(turns.length) as Part[]).flatMap((own, at) =>
    own.map((word) => ({ ...word, voice: word.voice ?? turns[at]?.voice ?? null })),
  );
}

/** A text without references of the web, which a program may write twice: "&amp;lt;". */
const withoutReferences = (text: string): string =>
  text.includes('&') ? decodeEntities(text.replaceAll('&amp;', '&')) : text;

/** What is seen of a text of the web, with a row for each of its paragraphs and breaks. */
export const inRows = (text: string): string => withoutReferences(REWRITE.web(spacedText(text)));
const shownText = (text: string): string => inOneRow(inRows(text)).trim();

/**
 * Segments as passages. Where others have a start, those without begin where the one before ends.
 *
 * @param shown makes what people see of a text: by default markup of the web is taken off
 */
export function passagesOf(
  segments: readonly RecognisedPassage[],
  notes: ImportNotes,
  shown = shownText,
): ImportedPassage[] {
  const said = segments
    .map((segment) => ({ ...segment, text: shown(segment.text) }))
    .filter(({ text, isUnsaid }) => {
      if (text !== '' && isUnsaid)
        notes.add(null, msg`${quoted(text)} is not said in the recording, and was left out`);
      return text !== '' && !isUnsaid;
    });
  const isTimed = said.some(({ start }) => start !== null);
  let reached = 0;
  const passages = said.map((segment): ImportedPassage => {
    const { text, voice, channel = 0, language = null } = segment;
    const listed = segment.words.some(({ word }) => word.includes('&'))
      ? segment.words.map((word) => ({ ...word, word: withoutReferences(word.word) }))
      : segment.words;
    const words = withMarks(listed, text);
    const given = segment.start ?? (isTimed ? Math.min(reached, segment.end ?? reached) : null);
    const start = given === null ? null : Math.max(0, given);
    reached = segment.end ?? start ?? 0;
    const end = start === null ? null : segment.end;
    const hasTimes = start !== null && words.some((word) => typeof word.start === 'number');
    const until = end ?? words.reduce((latest, word) => Math.max(latest, word.end ?? 0), start ?? 0);
    return {
      start: rounded(start),
      end: rounded(end),
      text: text.trim(),
      rows: null,
      voice,
      channel,
      language,
      words: hasTimes ? spokenWords(allOf(words, text), { start, end: until, text }) : null,
    };
  });
  const textless = segments.filter(({ isTextless }) => isTextless).length;
  if (textless > 0) notes.add(null, msg`${textless} of its segments have no text, and were left out`);
  const lost = isTimed ? said.filter(({ start }) => start === null).length : 0;
  if (lost > 0)
    notes.add(null, msg`${lost} of its segments have no start that is a time, and begin where others end`);
  return withNobody(passages);
}

const rounded = (time: number | null): number | null => (time === null ? null : roundSeconds(time));

const bare = (part = ''): string => part.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** The words of a segment, with those of its text that a program left out of the list: they have no times. */
function allOf(words: readonly RecognisedPart[], text: string): readonly SpokenPart[] {
  if (bare(words.map(({ word }) => word).join('')) === bare(text)) return words;
  const written = text.trim().split(/\s+/u);
  const found = new Map(
    matchWords(
      words.map(({ word }) => bare(word)),
      written.map(bare),
    ).map(([recognised, at]) => [at, words[recognised]]),
  );
  if (found.size === 0) return words;
  return written.map((word, at) => ({ start: null, end: null, confidence: null, ...found.get(at), word }));
}

/**
 * Words that no segment holds, as segments: another one begins where somebody else speaks, or after a pause.
 *
 * @param text of all words, where the file has one: often it alone has the marks
 */
export function segmentsOfWords(
  words: readonly RecognisedPart[],
  text: string,
  {
    pause: longest = LIMITS.pause,
    ...more
  }: Pick<RecognisedPassage, 'language' | 'channel'> & { pause?: number } = {},
): RecognisedPassage[] {
  const shown = withMarks(words, text);
  const groups: RecognisedPart[][] = [];
  for (const word of shown) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const pause = (word.start ?? 0) - (last?.end ?? word.start ?? 0);
    const isLong = (group?.length ?? 0) >= LIMITS.segmentWords && /[.!?。！？]$/u.test(last?.word ?? '');
    if (group && last?.voice === word.voice && pause < longest && !isLong) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => ({
    ...more,
    start: group.find(({ start }) => typeof start === 'number')?.start ?? null,
    end: group.findLast(({ end }) => typeof end === 'number')?.end ?? null,
    text: joined(group),
    voice: group[0]?.voice ?? null,
    words: group,
  }));
}

/** Words as one text. */
export const joined = (words: readonly RecognisedPart[]): string =>
  withMarks(words, '')
    .map(({ word }, index, all) =>
      index === 0 || /^\s/u.test(word) ? word : goesOn(all[index - 1]?.word ?? '', word),
    )
    .join('');

/** Words with their marks; without any, the text has them where its words are the same. */
function withMarks(words: readonly RecognisedPart[], text: string): RecognisedPart[] {
  const shown = joinMarks(words, text);
  const written = text.trim().split(/\s+/u);
  const isSame =
    written.length === shown.length && shown.every(({ word }, at) => bare(word) === bare(written[at]));
  return isSame ? shown.map((word, at) => ({ ...word, word: written[at] ?? word.word })) : shown;
}
