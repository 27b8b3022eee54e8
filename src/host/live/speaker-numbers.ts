import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { ChannelTurn } from '../../engine/diarization/find-speakers.ts';

/** Utterances of a speaker by which they are known again. */
const MOST_KNOWN = 30;

type Said = Pick<Utterance, 'start' | 'end' | 'channel'>;

/** The number of an utterance's speaker: as it was found this time, and as it is sent. */
export interface SpeakerNumber {
  found: number;
  number: number;
}

/**
 * Keeps the numbers of a live session's speakers. Each time that they are looked for they are numbered anew, and two of them can turn out
 * to be one: a speaker has the number of those whose utterances they share most of.
 */
export class SpeakerNumbers {
  /** The latest utterances of each speaker, by number. */
  readonly #known = new Map<number, Said[]>();
  #next: number;

  constructor(first: number) {
    this.#next = first;
  }

  /** The speakers of utterances; those in which nobody was found have none. */
  of<Utterance extends Said>(
    turns: readonly ChannelTurn[],
    said: readonly Utterance[],
  ): Map<Utterance, SpeakerNumber> {
    const found = new Map(
      said.flatMap((one) => {
        const speaker = speakerOf(one, turns);
        return speaker === null ? [] : [[one, speaker] as const];
      }),
    );
    const numbers = this.#numbersOf(turns, new Set(found.values()));
    const result = new Map<Utterance, SpeakerNumber>();
    for (const [one, speaker] of found) {
      const number = numbers.get(speaker) ?? this.#next++;
      numbers.set(speaker, number);
      result.set(one, { found: speaker, number });
    }
    this.#note(result);
    return result;
  }

  /** The known number of each speaker: that of whom they share the most time with, each number once. */
  #numbersOf(turns: readonly ChannelTurn[], speakers: ReadonlySet<number>): Map<number, number> {
    const shared = [...this.#known].flatMap(([number, utterances]) => {
      const votes = utterances.map((one) => ({
        speaker: speakerOf(one, turns),
        seconds: one.end - one.start,
      }));
      return [...speakers].map((speaker) => ({
        number,
        speaker,
        seconds: votes.reduce((sum, vote) => sum + (vote.speaker === speaker ? vote.seconds : 0), 0),
      }));
    });
    const numbers = new Map<number, number>();
    const taken = new Set<number>();
    for (const { number, speaker, seconds } of shared.toSorted((a, b) => b.seconds - a.seconds)) {
      if (seconds === 0 || numbers.has(speaker) || taken.has(number)) continue;
      numbers.set(speaker, number);
      taken.add(number);
    }
    return numbers;
  }

  #note(found: ReadonlyMap<Said, SpeakerNumber>): void {
    for (const [said, { number }] of found) {
      for (const [other, utterances] of this.#known)
        if (other !== number)
          this.#known.set(
            other,
            utterances.filter((one) => one !== said),
          );
      const utterances = this.#known.get(number) ?? [];
      if (!utterances.includes(said)) this.#known.set(number, [...utterances, said].slice(-MOST_KNOWN));
    }
  }
}

/** Who speaks most of an utterance; null if nobody was found. */
function speakerOf({ start, end, channel }: Said, turns: readonly ChannelTurn[]): number | null {
  const seconds = new Map<number, number>();
  for (const turn of turns) {
    const overlap = Math.min(end, turn.end) - Math.max(start, turn.start);
    if (turn.channel === channel && overlap > 0)
      seconds.set(turn.speaker, (seconds.get(turn.speaker) ?? 0) + overlap);
  }
  const [most] = [...seconds].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}
