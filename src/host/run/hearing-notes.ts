import type { WindowTranscript } from '../../engine/asr/asr-engine.ts';

/** What recognition knows about its own gaps. */
export interface HearingNotes {
  /** For people. */
  notes: string[];
  /** For `post_session_metadata`. */
  session: Record<string, unknown>;
}

/** Stretches this close together are told as one, seconds. */
const JOINED_SECONDS = 1;

/** Stretches named in the sentence; all are in the metadata. */
const MOST_NAMED = 5;

/** 75.4 → `1:15`. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** Speech that nothing was recognised in, in order of time. */
export function hearingNotes(windows: readonly WindowTranscript[]): HearingNotes {
  const unheard = windows
    .flatMap(({ channel, unheard: spans = [] }) => spans.map((span) => ({ channel, ...span })))
    .toSorted((a, b) => a.channel - b.channel || a.start - b.start)
    .reduce<{ channel: number; start: number; end: number }[]>((joined, span) => {
      const last = joined.at(-1);
      if (last && last.channel === span.channel && span.start - last.end <= JOINED_SECONDS)
        last.end = span.end;
      else joined.push({ ...span });
      return joined;
    }, [])
    .map(({ channel, start, end }) => ({ channel, start: round(start), end: round(end) }));
  if (unheard.length === 0) return { notes: [], session: {} };
  const named = unheard
    .slice(0, MOST_NAMED)
    .map(({ start, end }) => `from ${clockTime(start)} to ${clockTime(end)}`)
    .join(', ');
  const more = unheard.length > MOST_NAMED ? `, and ${unheard.length - MOST_NAMED} more times` : '';
  return {
    notes: [`Somebody seems to speak ${named}${more}, but no words were recognised there.`],
    session: { unheard },
  };
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
