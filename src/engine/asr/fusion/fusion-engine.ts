import type { SpeechWindow } from '../../audio/windows/speech-window.ts';
import type {
  AsrEngine,
  OnText,
  RecognisedSegment,
  RecognisedWord,
  TranscribeOptions,
  WindowTranscript,
} from '../asr-engine.ts';
import { type Calibration, calibrated } from './calibration.ts';
import { type Replacement, vote } from './vote.ts';

/** One of the two recognisers. */
export interface FusionMember {
  engine: AsrEngine;
  languages: 'all' | readonly string[];
  calibration: Calibration;
}

/** Minimum confidence of the second recogniser's words where the first recognises no speech. */
const MIN_AGAINST_SILENCE = 0.75;

/** Nobody is surer than this. */
const MOST_CHANCE = 0.99;

/**
 * Merges the texts of two recognisers (specification §2.5, `stt-fusion`). The first one determines the language. Text
 * in a language that the second lacks is the first one's; everything else is voted on.
 */
export class FusionEngine implements AsrEngine {
  constructor(
    private readonly first: FusionMember,
    private readonly second: FusionMember,
  ) {}

  async transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<WindowTranscript> {
    const recognised = await this.first.engine.transcribe(window, options, signal, onText);
    const languages = [...new Set(recognised.segments.map(({ language }) => language))].filter((language) =>
      this.#secondKnows(language),
    );
    if (recognised.segments.length > 0 && languages.length === 0)
      return { ...recognised, changedByVote: false };
    if (
      recognised.segments.length === 0 &&
      options.language !== null &&
      !this.#secondKnows(options.language)
    ) {
      return { ...recognised, changedByVote: false };
    }
    const [only] = languages;
    const again = await this.second.engine.transcribe(
      window,
      // Given a language, it does not refuse what it is unsure of: the vote does.
      { ...options, language: languages.length === 1 && only ? only : this.#languageOfSecond(options) },
      signal,
    );
    const segments =
      recognised.segments.length > 0
        ? await this.#voteOn(window, recognised.segments, again.segments, signal)
        : this.#surest(again.segments);
    return { ...recognised, segments, changedByVote: textOf(segments) !== textOf(recognised.segments) };
  }

  async dispose(): Promise<void> {
    await Promise.all([this.first.engine.dispose(), this.second.engine.dispose()]);
  }

  async #voteOn(
    window: SpeechWindow,
    segments: readonly RecognisedSegment[],
    others: readonly RecognisedSegment[],
    signal: AbortSignal,
  ): Promise<RecognisedSegment[]> {
    const borders = bordersOf(segments);
    const words = others.flatMap((segment) => segment.words);
    const voted: RecognisedSegment[] = [];
    for (const [index, segment] of segments.entries()) {
      if (!this.#secondKnows(segment.language)) {
        voted.push(segment);
        continue;
      }
      const from = borders[index] ?? Number.NEGATIVE_INFINITY;
      const to = borders[index + 1] ?? Number.POSITIVE_INFINITY;
      const hypotheses = [
        { words: segment.words, calibration: this.first.calibration },
        { words: words.filter((word) => isBetween(word, from, to)), calibration: this.second.calibration },
      ] as const;
      const proposed: Replacement[] = [];
      vote(...hypotheses, (one) => proposed.push(one) > 0);
      const held = await this.#heldPossible(
        window,
        { segments, language: segment.language, proposed },
        signal,
      );
      const taken = vote(...hypotheses, ({ replaced: [word] }) => word !== undefined && held.has(word));
      if (taken.length > 0) voted.push({ ...segment, words: taken });
    }
    return voted;
  }

  /**
   * The first word of each replacement that the first recogniser holds possible in its text: what the second one is
   * sure of must outweigh how unlikely it is for the first one. All if that cannot say.
   */
  async #heldPossible(
    window: SpeechWindow,
    {
      segments,
      language,
      proposed,
    }: { segments: readonly RecognisedSegment[]; language: string; proposed: readonly Replacement[] },
    signal: AbortSignal,
  ): Promise<Set<RecognisedWord | undefined>> {
    const { engine } = this.first;
    const all = segments.flatMap(({ words }) => words);
    const texts = proposed.map(({ taken, replaced }) =>
      all
        .flatMap((word) => (word === replaced[0] ? taken : replaced.includes(word) ? [] : [word]))
        .map(({ word }) => word)
        .join(''),
    );
    const [own = 0, ...scores] =
      proposed.length > 0 && engine.score
        ? await engine.score(window, language, [textOf(segments), ...texts], signal)
        : [];
    const isHeld = ({ chance }: Replacement, index: number) =>
      (scores[index] ?? own) - own + logOdds(Math.min(chance, MOST_CHANCE)) > 0;
    return new Set(proposed.filter(isHeld).map(({ replaced: [word] }) => word));
  }

  #surest(segments: readonly RecognisedSegment[]): RecognisedSegment[] {
    return segments.filter(({ words }) => {
      const chances = words.map(({ confidence }) => calibrated(confidence, this.second.calibration));
      return chances.reduce((sum, chance) => sum + chance, 0) >= MIN_AGAINST_SILENCE * chances.length;
    });
  }

  #languageOfSecond({ language, languages }: TranscribeOptions): string | null {
    const known = this.second.languages;
    if (language !== null || known === 'all') return language;
    return known.find((code) => languages.includes(code)) ?? (known.length === 1 ? (known[0] ?? null) : null);
  }

  #secondKnows(language: string): boolean {
    return this.second.languages === 'all' || this.second.languages.includes(language);
  }
}

const logOdds = (chance: number): number => Math.log(chance / (1 - chance));

const textOf = (segments: readonly RecognisedSegment[]): string =>
  segments.flatMap(({ words }) => words.map(({ word }) => word)).join('');

/** Span of each segment in seconds, up to the middle of the gaps to its neighbours. */
function bordersOf(segments: readonly RecognisedSegment[]): number[] {
  return [
    Number.NEGATIVE_INFINITY,
    ...segments.slice(1).map((segment, index) => {
      const before = segments[index]?.words.at(-1)?.end ?? 0;
      return (before + (segment.words[0]?.start ?? before)) / 2;
    }),
    Number.POSITIVE_INFINITY,
  ];
}

function isBetween({ start, end }: RecognisedWord, from: number, to: number): boolean {
  const middle = (start + end) / 2;
  return middle >= from && middle < to;
}
