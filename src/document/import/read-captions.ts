import { parseTextStream, tokenizeVTTCue, type VTTNode } from 'media-captions';
import type { ImportedPassage } from '../../contract/imported-transcript.ts';
import { joinsWithoutSpace } from '../../engine/transcript/unspaced-script.ts';
import { append } from '../../lib/append.ts';
import { badImport, quoted } from './bad-import.ts';
import { takeLabels } from './voice-labels.ts';

type CaptionFormat = 'srt' | 'vtt';

const TIME_LINE = /^\s*(\S+)\s*-->\s*(\S+)/;
/** Blocks of WebVTT that are no cues. */
const ASIDE = /^(?:WEBVTT|NOTE|STYLE|REGION)\b/;
/** Tags of SubRip, which has no way to write "<" as text, and directives of renderers. */
const SRT_TAGS = /<\/?(?:[bius]|font|ruby|rt|c|v|lang)\b[^<>]*>|\{\\[^{}]*\}/giu;

/** Seconds of "01:02:03,004" or "02:03.004"; null for anything else. */
function secondsOf(time: string): number | null {
  const [, hours = '0', minutes = '', seconds = '', part = '0'] =
    /^(?:(\d+):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/.exec(time) ?? [];
  if (minutes === '' || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(part.padEnd(3, '0')) / 1000;
}

/** Refuses what the parser would leave out: times that are none, cues that end before they begin, texts without times. */
function checkLines(name: string, lines: readonly string[], format: CaptionFormat): void {
  if (format === 'vtt' && !/^WEBVTT(?:\s|$)/.test(lines[0] ?? '')) {
    throw badImport(name, 1, 'it does not begin with WEBVTT');
  }
  /** What the lines until the next empty one belong to. */
  let block: 'none' | 'cue' | 'aside' = 'none';
  lines.forEach((line, index) => {
    const at = index + 1;
    const next = lines[index + 1] ?? '';
    if (line.trim() === '') block = 'none';
    else if (line.includes('-->') && block !== 'aside') {
      checkTimes(name, at, line);
      block = 'cue';
    } else if (block === 'none') {
      if (format === 'vtt' && ASIDE.test(line)) block = 'aside';
      // A cue's number: what follows must be its times.
      else if (format === 'srt' && /^\s*\d+\s*$/.test(line) && next.trim() !== '')
        checkTimes(name, at + 1, next);
      else if (!next.includes('-->')) {
        throw badImport(
          name,
          at,
          `${quoted(line)} stands outside a cue: there is no line of times before it`,
        );
      }
    }
  });
}

/** The parser looks for an arrow from each space of a long row of them. */
const tidy = (line: string): string =>
  (line.includes('-->') ? line.replaceAll(/\s+/gu, ' ') : line).trimEnd();

function checkTimes(name: string, at: number, line: string): void {
  const [, from = '', until = ''] = TIME_LINE.exec(line) ?? [];
  const [start, end] = [secondsOf(from), secondsOf(until)];
  if (start === null || end === null) {
    throw badImport(name, at, `${quoted(line)} is no pair of times such as 00:01:02,500 --> 00:01:04,000`);
  }
  if (end <= start)
    throw badImport(name, at, `the cue ends at ${until}, which is not after its start, ${from}`);
}

/** A cue's text without markup, and the voice that it names. Tags may lie in each other without end. */
function spoken(nodes: readonly VTTNode[]): { text: string; voice: string | null } {
  let voice: string | null = null;
  const texts: string[] = [];
  const coming = nodes.toReversed();
  for (let node = coming.pop(); node; node = coming.pop()) {
    if (node.type === 'text') texts.push(node.data);
    else {
      if (node.type === 'v') voice ??= node.voice?.trim() || null;
      // Not the pronunciation above a ruby text.
      if (node.type !== 'rt') append(coming, node.children.toReversed());
    }
  }
  return { text: texts.join(''), voice };
}

/** Lines one at a time: a stream that holds all of them takes the first away from the rest each time. */
function streamOf(lines: readonly string[]): ReadableStream<string> {
  let next = 0;
  return new ReadableStream<string>(
    {
      pull(controller) {
        const line = lines[next++];
        if (line === undefined) controller.close();
        else controller.enqueue(line);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Rows as one text; scripts without spaces get none. */
export const joinRows = (rows: readonly string[]): string =>
  rows
    .map((row, index) => (index === 0 || joinsWithoutSpace(rows[index - 1] ?? '', row) ? row : ` ${row}`))
    .join('');

/**
 * The cues of a SubRip or WebVTT file. Throws AppError 400 with the line and the reason where it is
 * broken.
 */
export async function readCaptions(
  name: string,
  content: string,
  format: CaptionFormat,
): Promise<ImportedPassage[]> {
  const lines = content.split(/\r\n?|\n/);
  checkLines(name, lines, format);
  const { cues, errors } = await parseTextStream(streamOf(lines.map(tidy)), { type: format, errors: true });
  // Settings say only where a cue stands.
  const fault = errors.find(({ code }) => code <= 2 && code !== 0);
  if (fault) throw badImport(name, fault.line, fault.message, fault);
  const read = cues.map((cue) =>
    format === 'vtt'
      ? { cue, ...spoken(tokenizeVTTCue(cue)) }
      : { cue, text: cue.text.replaceAll(SRT_TAGS, ''), voice: null },
  );
  const labelled = takeLabels(read.map((one) => one.text));
  return read.flatMap(({ cue, voice }, index): ImportedPassage[] => {
    const named = labelled[index] ?? { voice: null, text: '' };
    const rows = named.text
      .split('\n')
      .map((row) => row.trim())
      .filter((row) => row !== '');
    if (rows.length === 0) return [];
    return [
      {
        start: cue.startTime,
        end: cue.endTime,
        text: joinRows(rows),
        rows,
        voice: voice ?? named.voice,
        channel: 0,
        language: null,
        words: null,
      },
    ];
  });
}
