import { SOUND_KINDS, type SoundKind } from '../../contract/transcripts/sound-kind.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { FoundSound } from '../../engine/sound-events/found-sound.ts';
import type { OnUtterances } from '../addon.ts';
import { type SoundEvent, soundEventsConfig } from './schema.ts';

/** Music in which nobody speaks: words in it are sung. */
const SUNG = 'unspoken music';

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
  const utterances = withoutWordsIn(
    transcription.utterances,
    found.filter(({ kind }) => kind === SUNG),
  );
  const full_transcript = utterances.map(({ text }) => text).join(' ');
  return { transcription: { ...transcription, utterances, full_transcript }, results };
};

const namedKind = (kind: string): SoundKind | undefined => SOUND_KINDS.find((named) => named === kind);

/** Utterances without the words whose middle is in one of the stretches; those that lose all words are gone. */
export function withoutWordsIn(
  utterances: readonly Utterance[],
  stretches: readonly Pick<FoundSound, 'start' | 'end'>[],
): Utterance[] {
  const isIn = ({ start, end }: { start: number; end: number }) =>
    stretches.some((stretch) => stretch.start <= (start + end) / 2 && (start + end) / 2 <= stretch.end);
  return utterances.flatMap((utterance) => {
    const words = utterance.words.filter((word) => !isIn(word));
    const [first] = words;
    const last = words.at(-1);
    if (words.length === utterance.words.length) return [utterance];
    if (!first || !last) return [];
    const text = words
      .map(({ word }) => word)
      .join('')
      .trim();
    return [{ ...utterance, words, text, start: first.start, end: last.end }];
  });
}
