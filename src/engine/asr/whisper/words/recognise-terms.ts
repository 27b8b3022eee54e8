import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import type { EncodedAudio } from '../decoder-output.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { type AudioOptions, type AudioText, transcribeAudio } from '../transcribe-audio.ts';
import { SpokenTerms } from './take-terms.ts';

/**
 * The text of a stretch of audio (see `transcribeAudio`), with terms to prefer. It is recognised without them; only where
 * something in it sounds like one of them is it recognised again with the prompt, of which the terms are taken and nothing
 * else, because a prompt also changes words that have nothing to do with it.
 *
 * @param terms as they should be written; empty to follow the prompt everywhere
 */
export async function recogniseTerms(
  parts: LoadedWhisper,
  { pcm, encoded }: { pcm: Float32Array; encoded?: EncodedAudio | undefined },
  { options, terms }: { options: AudioOptions; terms: readonly string[] },
  cancellation: CancellationPoint,
): Promise<AudioText | null> {
  const prompted = terms.filter((term) => options.prompt.includes(term));
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
