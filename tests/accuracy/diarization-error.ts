/** A stretch of speech in seconds. */
export interface SpokenSegment {
  speaker: string;
  start: number;
  end: number;
}

/** Turns of numbered speakers as segments. */
export const asSegments = (
  turns: readonly { speaker: number; start: number; end: number }[],
): SpokenSegment[] => turns.map(({ speaker, start, end }) => ({ speaker: String(speaker), start, end }));

/** Seconds of speech and of each kind of error; they add up over clips. */
export interface DiarizationErrors {
  /** Of the reference; two simultaneous speakers count twice. */
  spoken: number;
  missed: number;
  falseAlarm: number;
  confused: number;
  referenceSpeakers: number;
  foundSpeakers: number;
}

/**
 * Diarization error rate without a collar and with overlapped speech, as in the NIST evaluations: speakers are
 * matched one to one to share the most time; the rest is missed, false alarm or confusion.
 */
export function diarizationErrors(
  reference: readonly SpokenSegment[],
  hypothesis: readonly SpokenSegment[],
): DiarizationErrors {
  const speakers = namesOf(reference);
  const found = namesOf(hypothesis);
  const shared = speakers.map(() => found.map(() => 0));
  const errors = {
    spoken: 0,
    missed: 0,
    falseAlarm: 0,
    confused: 0,
    referenceSpeakers: speakers.length,
    foundSpeakers: found.length,
  };
  const borders = [...new Set([...reference, ...hypothesis].flatMap(({ start, end }) => [start, end]))];
  borders.sort((a, b) => a - b);
  borders.slice(1).forEach((end, index) => {
    const start = borders[index] ?? end;
    const said = activeIn(reference, start, end);
    const heard = activeIn(hypothesis, start, end);
    const length = end - start;
    errors.spoken += said.length * length;
    errors.missed += Math.max(0, said.length - heard.length) * length;
    errors.falseAlarm += Math.max(0, heard.length - said.length) * length;
    errors.confused += Math.min(said.length, heard.length) * length;
    for (const one of said) {
      for (const other of heard) {
        const row = shared[speakers.indexOf(one)];
        const column = found.indexOf(other);
        if (row) row[column] = (row[column] ?? 0) + length;
      }
    }
  });
  errors.confused -= mostShared(shared);
  return errors;
}

/** Errors of several clips together; speakers are matched per clip. */
export function sumDiarizationErrors(parts: readonly DiarizationErrors[]): DiarizationErrors {
  const sum = (of: keyof DiarizationErrors) => parts.reduce((total, part) => total + part[of], 0);
  return {
    spoken: sum('spoken'),
    missed: sum('missed'),
    falseAlarm: sum('falseAlarm'),
    confused: sum('confused'),
    referenceSpeakers: sum('referenceSpeakers'),
    foundSpeakers: sum('foundSpeakers'),
  };
}

/** Error time per speech time; 0 if nothing was said and nothing found. */
export function diarizationErrorRate({ spoken, missed, falseAlarm, confused }: DiarizationErrors): number {
  const wrong = missed + falseAlarm + confused;
  return wrong === 0 ? 0 : wrong / spoken;
}

const namesOf = (segments: readonly SpokenSegment[]) => [...new Set(segments.map(({ speaker }) => speaker))];

const activeIn = (segments: readonly SpokenSegment[], start: number, end: number) =>
  namesOf(segments.filter((segment) => segment.start < end && segment.end > start));

/** Largest sum of a one-to-one assignment: row by row, the best result for every set of taken columns. */
export function mostShared(table: readonly (readonly number[])[]): number {
  let best = new Map<number, number>([[0, 0]]);
  for (const row of table) {
    const next = new Map(best);
    for (const [taken, sum] of best) {
      row.forEach((value, column) => {
        if (taken & (1 << column)) return;
        const key = taken | (1 << column);
        next.set(key, Math.max(next.get(key) ?? 0, sum + value));
      });
    }
    best = next;
  }
  return Math.max(...best.values());
}
