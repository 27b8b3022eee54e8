import { parseText } from 'media-captions';
import stringWidth from 'string-width';
import type { SubtitlesConfig } from '../../src/addons/subtitles/schema.ts';
import type { SpokenUtterance } from '../../src/engine/transcript/utterance-words.ts';

/** A cue as a reader of the file sees it. */
export interface ReadCue {
  startMs: number;
  endMs: number;
  rows: string[];
  /** Name in its voice span; empty if there is none. */
  voice: string;
}

export type CueRule =
  | 'columns'
  | 'rows'
  | 'order and gap'
  | 'minimum duration'
  | 'maximum duration'
  | 'reading speed'
  | 'in time';

export interface CueReport {
  cues: number;
  /** Cues that break no rule, including excused ones. */
  obeying: number;
  /**
   * Cues shorter or faster than the rule allows because the next one follows at once, without silence to extend into.
   */
  excused: number;
  /** Violations: cue index, rule and details. */
  broken: { cue: number; rule: CueRule; found: string }[];
  /** Words that are lost, repeated or out of order; null if the text matches the transcript. */
  textFault: string | null;
}

const GAP_MS = 80;
const COLUMNS_PER_SECOND = 20;
/** Compliance moves cues up to half a second forward or a second back. */
const EARLIEST_MS = 500;
const LATEST_MS = 1000;
/** A cue may be cut short for the following ones, but not below this, or it would be invisible. */
const SHORTEST_MS = 500;

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The parser silently drops a cue that ends before it begins. */
function countCues(text: string, found: number): void {
  const written = text.match(/-->/g)?.length ?? 0;
  if (written !== found) throw new Error(`Of ${written} cues only ${found} can be read.`);
}

/** Parses a WebVTT file strictly with an independent parser, which throws if the file is malformed. */
export async function readVtt(text: string): Promise<ReadCue[]> {
  const { cues } = await parseText(text, { type: 'vtt', strict: true });
  countCues(text, cues.length);
  return cues.map((cue) => {
    const [, voice = '', content = cue.text] = /^<v ([^>]*)>(.*)$/s.exec(cue.text) ?? [];
    return {
      startMs: Math.round(cue.startTime * 1000),
      endMs: Math.round(cue.endTime * 1000),
      rows: content
        .split('\n')
        .map((row) =>
          row.replace(/^\u200f/, '').replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? ''),
        ),
      voice,
    };
  });
}

/** The same for SubRip. */
export async function readSrt(text: string): Promise<ReadCue[]> {
  const { cues } = await parseText(text, { type: 'srt', strict: true });
  countCues(text, cues.length);
  return cues.map(({ startTime, endTime, text: content }) => ({
    startMs: Math.round(startTime * 1000),
    endMs: Math.round(endTime * 1000),
    rows: content.split('\n'),
    voice: '',
  }));
}

/** Only letters: spaces, line ends and invisible characters are not compared. */
const lettersOf = (text: string): string =>
  text.replace(/[\s\u0085\p{Cc}\ufeff\u202a-\u202e\u2066-\u2069]/gu, '');

const LONE_MARKS = /^(?:(?![¿¡])[\p{Pe}\p{Pf}\p{Po}\p{Mn}ー々〜～°])+$/u;

const voiceOf = ({ speaker, channel }: SpokenUtterance, several: boolean): string =>
  [
    ...(several ? [`Channel ${channel}`] : []),
    ...(speaker === undefined ? [] : [`Speaker ${speaker + 1}`]),
  ].join(' · ');

/** When each letter of a voice is said: a word's first letter at its start, the others within its time. */
interface SpokenLetters {
  text: string;
  earliestMs: number[];
  latestMs: number[];
}

function lettersByVoice(utterances: readonly SpokenUtterance[]): Map<string, SpokenLetters> {
  const several = new Set(utterances.map(({ channel }) => channel)).size > 1;
  const voices = new Map<string, SpokenLetters>();
  for (const utterance of utterances.toSorted((a, b) => a.start - b.start || a.channel - b.channel)) {
    const name = voiceOf(utterance, several);
    const spoken = voices.get(name) ?? { text: '', earliestMs: [], latestMs: [] };
    // Marks alone are no row where their voice has said nothing yet.
    if (spoken.text === '' && LONE_MARKS.test(lettersOf(utterance.words.map(({ word }) => word).join(''))))
      continue;
    voices.set(name, spoken);
    for (const { word, start, end } of utterance.words) {
      const letters = lettersOf(word);
      for (let index = 0; index < letters.length; index++) {
        spoken.earliestMs.push(start * 1000);
        spoken.latestMs.push((index === 0 ? start : end) * 1000);
      }
      spoken.text += letters;
    }
  }
  return voices;
}

const columnsOf = (rows: readonly string[]): number =>
  // A line break counts as a space; in unspaced scripts, for nothing.
  rows.reduce((sum, row) => sum + stringWidth(row), 0);

const isOneSign = (row: string): boolean => [...new Intl.Segmenter().segment(row)].length === 1;

function limitsOf(config: SubtitlesConfig) {
  const wished = Math.round((config.minimum_duration ?? 5 / 6) * 1000);
  const maximumMs = config.maximum_duration
    ? Math.round(config.maximum_duration * 1000)
    : Math.min(Math.max(7000, wished), 30_000);
  return {
    columns: config.maximum_characters_per_row ?? (config.style === 'compliance' ? 37 : 42),
    rows: config.maximum_rows_per_caption ?? 2,
    minimumMs: Math.min(wished, maximumMs),
    maximumMs,
  };
}

type Fault = (rule: CueRule, found: string) => void;

function checkRows({ rows }: ReadCue, limits: ReturnType<typeof limitsOf>, fault: Fault): void {
  const wide = rows.filter((row) => stringWidth(row) > limits.columns && !isOneSign(row));
  if (wide.length > 0) fault('columns', wide.join(' / '));
  if (rows.length > limits.rows) fault('rows', `${rows.length} rows`);
  if (rows.some((row) => row.trim() === '')) fault('rows', 'an empty row');
}

/** @returns whether the cue's violations are excused */
function checkTimes(
  { startMs, endMs, rows }: ReadCue,
  nextMs: number,
  limits: ReturnType<typeof limitsOf>,
  fault: Fault,
): boolean {
  const durationMs = endMs - startMs;
  if (durationMs <= 0) fault('order and gap', `shown for ${durationMs} ms`);
  if (nextMs - endMs < GAP_MS) fault('order and gap', `${nextMs - endMs} ms to the next`);
  if (durationMs > limits.maximumMs) fault('maximum duration', `${durationMs} ms`);
  const isShort = durationMs < limits.minimumMs;
  const isFast = durationMs < Math.min((columnsOf(rows) / COLUMNS_PER_SECOND) * 1000, limits.maximumMs);
  if (nextMs - endMs <= GAP_MS) return isShort || isFast;
  if (isShort) fault('minimum duration', `${durationMs} ms`);
  if (isFast) fault('reading speed', `${columnsOf(rows)} columns in ${durationMs} ms`);
  return false;
}

/** Checks each cue of a file against its configuration, and all text against the transcript. */
export function checkCues(
  cues: readonly ReadCue[],
  utterances: readonly SpokenUtterance[],
  config: SubtitlesConfig,
): CueReport {
  const limits = limitsOf(config);
  const voices = lettersByVoice(utterances);
  const broken: CueReport['broken'] = [];
  const read = new Map<string, string>();
  let excused = 0;
  cues.forEach((cue, index) => {
    const fault: Fault = (rule, found) => broken.push({ cue: index, rule, found });
    checkRows(cue, limits, fault);
    const nextMs = cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    if (checkTimes(cue, nextMs, limits, fault)) excused++;
    const already = read.get(cue.voice) ?? '';
    const earlyMs = (voices.get(cue.voice)?.earliestMs[already.length] ?? cue.startMs) - cue.startMs;
    const lateMs = cue.startMs - (voices.get(cue.voice)?.latestMs[already.length] ?? cue.startMs);
    const before = cues[index - 1];
    const isPressed =
      before && cue.startMs - before.endMs <= GAP_MS && before.endMs - before.startMs <= SHORTEST_MS;
    // Overlapping voices share the screen, so one of them must wait. So must a cue after others that could not be
    // shorter.
    if (voices.size === 1 && !isPressed && (earlyMs > EARLIEST_MS + 1 || lateMs > LATEST_MS + 1)) {
      fault('in time', `starts ${Math.round(Math.max(lateMs, -earlyMs))} ms from its speech`);
    }
    read.set(cue.voice, already + lettersOf(cue.rows.join('')));
  });
  const wrong = new Set(broken.map(({ cue }) => cue)).size;
  return {
    cues: cues.length,
    obeying: cues.length - wrong,
    excused,
    broken,
    textFault: compare(voices, read),
  };
}

function compare(voices: Map<string, SpokenLetters>, read: Map<string, string>): string | null {
  for (const name of new Set([...voices.keys(), ...read.keys()])) {
    const said = voices.get(name)?.text ?? '';
    const shown = read.get(name) ?? '';
    if (said === shown) continue;
    let at = 0;
    while (said[at] === shown[at]) at++;
    return `${name || 'the text'} differs at letter ${at}: said "${said.slice(at, at + 20)}", shown "${shown.slice(at, at + 20)}"`;
  }
  return null;
}
