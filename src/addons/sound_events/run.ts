import { SOUND_KINDS, type SoundKind } from '../../contract/transcripts/sound-kind.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { FoundSound } from '../../engine/sound-events/found-sound.ts';
import type { OnUtterances } from '../addon.ts';
import { type SoundEvent, soundEventsConfig } from './schema.ts';

const MUSIC = 'music';
/** Windows of music in which no speech is found. */
const UNSPOKEN = 'unspoken music';

/** Names the sounds of the recording and, where that is asked for, removes the words that are sung. */
export const onUtterances: OnUtterances = async (transcription, request, tools) => {
  const config = request.sound_events_config ?? soundEventsConfig.parse({});
  const found = await tools.findSounds();
  tools.onFacts({ written_by: 'yamnet' });
  const results = found.flatMap((sound): SoundEvent[] => {
    const kind = namedKind(sound.kind);
    const isWanted = kind && config.kinds.includes(kind) && sound.confidence >= config.min_confidence;
    return isWanted ? [{ ...sound, kind, confidence: Math.round(sound.confidence * 1000) / 1000 }] : [];
  });
  if (config.sung_words === 'keep') return { transcription, results };
  const utterances = withoutSungWords(transcription.utterances, found);
  const full_transcript = utterances.map(({ text }) => text).join(' ');
  return { transcription: { ...transcription, utterances, full_transcript }, results };
};

const namedKind = (kind: string): SoundKind | undefined => SOUND_KINDS.find((named) => named === kind);

/**
 * Utterances without words that are sung; those that lose all words are gone. A window of loud music looks unspoken when somebody speaks
 * in it, so an utterance decides as a whole: its words in music are sung if no speech is found at half of them.
 */
export function withoutSungWords(
  utterances: readonly Utterance[],
  found: readonly FoundSound[],
): Utterance[] {
  const isIn = (wanted: string, { start, end }: Pick<FoundSound, 'start' | 'end'>) =>
    found.some(
      (one) => one.kind === wanted && one.start <= (start + end) / 2 && (start + end) / 2 <= one.end,
    );
  return utterances.flatMap((utterance) => {
    const inMusic = utterance.words.filter((word) => isIn(MUSIC, word));
    const unspoken = inMusic.filter((word) => isIn(UNSPOKEN, word)).length;
    if (unspoken === 0 || 2 * unspoken < inMusic.length) return [utterance];
    const words = utterance.words.filter((word) => !inMusic.includes(word));
    const [first] = words;
    const last = words.at(-1);
    if (!first || !last) return [];
    const text = words
      .map(({ word }) => word)
      .join('')
      .trim();
    return [{ ...utterance, words, text, start: first.start, end: last.end }];
  });
}
