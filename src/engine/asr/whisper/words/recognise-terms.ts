import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import type { HotWord } from '../../asr-engine.ts';
import type { EncodedAudio } from '../decoder-output.ts';
import { TermTree } from '../decoding/term-tree.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { type AudioOptions, type AudioText, transcribeAudio } from '../transcribe-audio.ts';
import { SpokenTerms } from './take-terms.ts';

/** The terms of a vocabulary, as they should be written and as a decoder follows them. */
export interface VocabularyTerms {
  spellings: readonly string[];
  tree: TermTree;
}

/** The terms of the last vocabulary: every window of a recording has the same. */
export class KnownTerms {
  readonly #parts: Pick<LoadedWhisper, 'text' | 'model'>;
  readonly #none: VocabularyTerms;
  #known: { key: string; terms: VocabularyTerms } | null = null;

  constructor(parts: Pick<LoadedWhisper, 'text' | 'model'>) {
    this.#parts = parts;
    this.#none = this.#made([]);
  }

  of(hotWords: readonly HotWord[] = []): VocabularyTerms {
    // Jobs without a vocabulary between others do not cost a tree.
    if (hotWords.length === 0) return this.#none;
    const key = JSON.stringify(hotWords);
    if (this.#known?.key === key) return this.#known.terms;
    const terms = this.#made(hotWords);
    this.#known = { key, terms };
    return terms;
  }

  #made(hotWords: readonly HotWord[]): VocabularyTerms {
    const { text, model } = this.#parts;
    const tree = new TermTree(hotWords, text, model.config.endToken);
    return { spellings: hotWords.map((word) => word.text), tree };
  }
}

/**
 * The text of a stretch of audio (see `transcribeAudio`), with terms to prefer: the decoder follows their spellings.
 *
 * Where the GPU chooses the tokens it cannot. There the text is recognised without them; only where something in it sounds like one of
 * them is it recognised again with the prompt, of which the terms are taken and nothing else, because a prompt also changes words
 * that have nothing to do with it.
 *
 * @param terms empty to follow the prompt everywhere
 */
export async function recogniseTerms(
  parts: LoadedWhisper,
  { pcm, encoded }: { pcm: Float32Array; encoded?: EncodedAudio | undefined },
  { options, terms }: { options: AudioOptions; terms: VocabularyTerms },
  cancellation: CancellationPoint,
): Promise<AudioText | null> {
  if (!terms.tree.isEmpty && parts.model.lanes === 1) {
    const followed = { ...options, prompt: '', terms: terms.tree };
    return transcribeAudio(parts, { pcm, encoded }, followed, cancellation);
  }
  const prompted = terms.spellings.filter((term) => options.prompt.includes(term));
  if (prompted.length === 0) return transcribeAudio(parts, { pcm, encoded }, options, cancellation);
  const text = await transcribeAudio(parts, { pcm, encoded }, { ...options, prompt: '' }, cancellation);
  if (!text) return null;
  const spoken = new SpokenTerms(prompted, text.detected.language);
  if (!spoken.mayBeIn(text.words)) return text;
  const again = await transcribeAudio(
    parts,
    { pcm },
    // Speech without words has been recognised again already.
    { ...options, language: text.detected, speech: undefined, findOthers: false, onText: undefined },
    cancellation,
  );
  return again ? { ...text, words: spoken.takeFrom(again.words, text.words) } : text;
}
