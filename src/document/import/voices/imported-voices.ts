import type {
  CorrectedTranscript,
  DocumentSpeaker,
} from '../../../contract/transcripts/corrected-transcript.ts';
import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { colourOf } from '../../speakers.ts';
import { LIMITS, MARKS } from '../vocabulary/patterns.ts';
import { NOBODY } from './voice-labels.ts';

/** Who says a passage, and in which channel. */
export interface Voice {
  speaker: string | null;
  channel: number;
}

/** NaN where the name is none of a number. */
const numberIn = (label: string | null): number =>
  Number(MARKS.numberedSpeaker.exec(nameOf(label) ?? '')?.[1] ?? Number.NaN);

const nameOf = (label: string | null): string | null =>
  label === null ? null : label.slice(0, LIMITS.speakerName).replace(/[\uD800-\uDBFF]$/, '');

/** The speakers of an import: those that the file names, or the machine's if it names nobody. */
export class ImportedVoices {
  readonly #named: boolean;
  readonly #several: boolean;
  readonly #byLabel = new Map<string, DocumentSpeaker>();
  readonly #machine: readonly DocumentSpeaker[];
  #last: string | null = null;

  constructor(passages: readonly ImportedPassage[], machine: CorrectedTranscript | null) {
    this.#named = passages.some(({ voice }) => voice !== null && voice !== NOBODY);
    this.#several = new Set(passages.map(({ channel }) => channel)).size > 1;
    this.#machine = machine?.speakers ?? [];
    if (!this.#named) return;
    // People count speakers from 1, and so do our exports; a file with a speaker 0, or SPEAKER_01, counts as programs do.
    const isOfProgram = (voice: string | null) =>
      numberIn(voice) === 0 || MARKS.programsSpeaker.test(voice ?? '');
    const first = passages.some(({ voice }) => isOfProgram(voice)) ? 0 : 1;
    const labels = new Map(passages.map((passage) => [this.#key(passage.voice, passage.channel), passage]));
    labels.delete(null);
    const numbers = new Map<number, string | null>();
    for (const [key, { voice }] of labels) {
      const number = numberIn(voice) - first;
      if (Number.isInteger(number) && !numbers.has(number)) numbers.set(number, key);
    }
    let next = 0;
    for (const [key, { voice, channel }] of labels) {
      const number = numberIn(voice) - first;
      const isOwn = numbers.get(number) === key;
      while (!isOwn && numbers.has(next)) next++;
      this.#byLabel.set(key ?? '', {
        id: `i${this.#byLabel.size}`,
        number: isOwn ? number : next++,
        channel: this.#several ? channel : null,
        name: isOwn ? null : nameOf(voice),
        colour: colourOf(this.#byLabel.size),
      });
    }
  }

  #key(label: string | null, channel: number): string | null {
    const voice = nameOf(label);
    return voice === null || voice === NOBODY ? null : `${this.#several ? channel : ''} ${voice}`;
  }

  /** @param recognised who says most of what was recognised in the passage; null if nothing was */
  of({ voice, channel, turns }: ImportedPassage, recognised: Voice | null): Voice {
    const place = this.#several ? channel : (recognised?.channel ?? channel);
    if (this.#named) {
      const speaker = this.#byLabel.get(this.#key(voice, channel) ?? '')?.id;
      // Captions name who speaks only where that changes; a mark alone says that it does.
      if (speaker !== undefined) this.#last = speaker;
      else if (voice === NOBODY || turns) this.#last = null;
      return { speaker: this.#last, channel: place };
    }
    if (recognised) this.#last = recognised.speaker;
    return { speaker: this.#last ?? this.#machine[0]?.id ?? null, channel: place };
  }

  list(): DocumentSpeaker[] {
    return this.#named ? [...this.#byLabel.values()] : [...this.#machine];
  }
}
