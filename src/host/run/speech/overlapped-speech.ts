import type { ChannelTurn } from '../../../engine/diarization/find-speakers.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import { joined, named, type Span } from './recognition-notes.ts';

/** Shorter ones are often two turns that touch (docs/journal.md). */
const LEAST_SECONDS = 0.5;

/** Where several people of a channel speak at once, in order of channel and time; seconds of the file. */
export function overlappedSpeech(turns: readonly ChannelTurn[]): Span[] {
  const found: Span[] = [];
  const latest = new Map<number, number>();
  for (const { channel, start, end } of turns.toSorted((a, b) => a.start - b.start)) {
    const until = latest.get(channel) ?? 0;
    if (start < until) found.push({ channel, start, end: Math.min(end, until) });
    latest.set(channel, Math.max(until, end));
  }
  return joined(found, () => true).filter(({ start, end }) => end - start >= LEAST_SECONDS);
}

/** The note for people; none if nobody speaks beside another. */
export const overlapNotes = (spans: readonly Span[]): Message[] =>
  spans.length === 0
    ? []
    : [msg`Several people speak at once ${named(spans)}: what one of them says may be missing.`];
