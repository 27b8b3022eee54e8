import { SAMPLE_RATE, type WindowPiece } from '../audio/windows/speech-window.ts';
import { FIRST_FRAME_SAMPLE, FRAME_SAMPLES } from './speaker-activity.ts';
import type { DiarizedChunk, FrameRange, WindowSpeakers } from './window-speakers.ts';

/** Who speaks in each frame of a window: for each speaker, 1 while they speak. */
export type ActiveFrames = ReadonlyMap<number, Uint8Array>;

/** Uninterrupted speech of one person, in seconds of the file. Turns of different speakers may overlap. */
export interface SpeakerTurn {
  speaker: number;
  start: number;
  end: number;
}

/** Gaps of one speaker up to this long are closed. */
const JOINED_PAUSE_SECONDS = 0.25;

/** Weight of a chunk's ends relative to its middle: the network has context on one side only there. */
const EDGE_WEIGHT = 0.1;

/**
 * Merges a window's chunks: the number of people speaking in a frame is the average over the chunks that cover it,
 * and they are those most chunks agree on; a chunk's middle counts more than its ends.
 *
 * @param speakerOf speaker of each of the window's voices
 * @param speakers for whom there are to be frames, whether or not they speak here
 */
export function activeFrames(
  window: WindowSpeakers,
  speakerOf: readonly number[],
  speakers: readonly number[] = [],
): ActiveFrames {
  const frames = window.chunks.at(-1)?.frames[1] ?? 0;
  const people = [...new Set([...speakerOf, ...speakers])];
  const total = new Float32Array(frames);
  const speaking = new Float32Array(frames);
  const scores = new Map(people.map((speaker) => [speaker, new Float32Array(frames)]));
  for (const chunk of window.chunks) {
    addWeights(total, chunk, [chunk.frames]);
    for (const [speaker, ranges] of rangesBySpeaker(chunk, speakerOf)) {
      addWeights(speaking, chunk, ranges);
      addWeights(scores.get(speaker) ?? total, chunk, ranges);
    }
  }
  const active = new Map(people.map((speaker) => [speaker, new Uint8Array(frames)]));
  for (let frame = 0; frame < frames; frame++) {
    const count = Math.round((speaking[frame] ?? 0) / (total[frame] || 1));
    if (count === 0) continue;
    const score = (speaker: number) => scores.get(speaker)?.[frame] ?? 0;
    const loudest = people.filter((speaker) => score(speaker) > 0).sort((a, b) => score(b) - score(a));
    for (const speaker of loudest.slice(0, count)) active.get(speaker)?.fill(1, frame, frame + 1);
  }
  return active;
}

/** Turns in order of start. */
export function turnsOf(active: ActiveFrames, window: WindowSpeakers): SpeakerTurn[] {
  return [...active]
    .flatMap(([speaker, row]) =>
      rangesOf(row).flatMap((range) =>
        inFileTime(range, window).map(([start, end]) => ({ speaker, start, end })),
      ),
    )
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Joins turns of one speaker with almost no pause between them, also across windows; in order of start. */
export function joinTurns(turns: readonly SpeakerTurn[]): SpeakerTurn[] {
  const open = new Map<number, SpeakerTurn>();
  const joined: SpeakerTurn[] = [];
  for (const turn of turns.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = open.get(turn.speaker);
    if (last && turn.start - last.end <= JOINED_PAUSE_SECONDS) {
      last.end = Math.max(last.end, turn.end);
      continue;
    }
    const next = { ...turn };
    open.set(turn.speaker, next);
    joined.push(next);
  }
  return joined;
}

/** What each speaker says in a chunk; two voices of one speaker count once. */
function rangesBySpeaker(chunk: DiarizedChunk, speakerOf: readonly number[]): Map<number, FrameRange[]> {
  const found = new Map<number, FrameRange[]>();
  for (const { voice, ranges } of chunk.speakers) {
    const speaker = speakerOf[voice];
    if (speaker !== undefined) found.set(speaker, [...(found.get(speaker) ?? []), ...ranges]);
  }
  for (const [speaker, ranges] of found) found.set(speaker, union(ranges));
  return found;
}

function union(ranges: readonly FrameRange[]): FrameRange[] {
  const merged: FrameRange[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function addWeights(sums: Float32Array, chunk: DiarizedChunk, ranges: readonly FrameRange[]): void {
  const [first, end] = chunk.frames;
  const half = (end - first) / 2;
  for (const [from, to] of ranges) {
    for (let frame = from; frame < to; frame++) {
      const fromEdge = Math.min(frame + 0.5 - first, end - frame - 0.5) / half;
      sums[frame] = (sums[frame] ?? 0) + EDGE_WEIGHT + (1 - EDGE_WEIGHT) * fromEdge;
    }
  }
}

/** Contiguous runs of ones. */
export function rangesOf(row: Uint8Array, startFrame = 0): FrameRange[] {
  const ranges: FrameRange[] = [];
  row.forEach((active, index) => {
    if (active === 0) return;
    const frame = startFrame + index;
    const last = ranges.at(-1);
    if (last && last[1] === frame) last[1] = frame + 1;
    else ranges.push([frame, frame + 1]);
  });
  return ranges;
}

/** No window has more audio than this after its last frame. */
const EDGE_SECONDS = 0.06;

const secondsAt = (frame: number) => (FIRST_FRAME_SAMPLE + frame * FRAME_SAMPLES) / SAMPLE_RATE;

/** A range of frames in seconds of the file: several parts if the window omits something. */
function inFileTime([from, to]: FrameRange, { pieces, chunks }: WindowSpeakers): [number, number][] {
  const frames = chunks.at(-1)?.frames[1] ?? 0;
  // Frames have context, so the first and last ones extend to the window's ends.
  const start = from === 0 ? 0 : secondsAt(from);
  const end = to === frames ? secondsAt(to) + EDGE_SECONDS : secondsAt(to);
  return stretchesOfFile(start, end, pieces);
}

/** Seconds of samples without pauses in seconds of the file. */
export const stretchesOfFile = (
  start: number,
  end: number,
  pieces: readonly WindowPiece[],
): [number, number][] =>
  pieces.flatMap(({ windowStart, fileStart, duration }) => {
    const begins = Math.max(start, windowStart);
    const ends = Math.min(end, windowStart + duration);
    const shift = fileStart - windowStart;
    return begins < ends ? [[begins + shift, ends + shift] as [number, number]] : [];
  });
