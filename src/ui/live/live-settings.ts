import type { SoundSource } from '../../client/live/capture/capture-fault.ts';
import { usualMicrophone } from '../../client/live/capture/microphone-settings.ts';
import { translationLanguageCode } from '../../contract/transcripts/language-code.ts';
import { z } from '../../lib/zod.ts';

export const LIVE_SOURCES = ['microphone', 'screen', 'both'] as const;

const USUAL = usualMicrophone(1);

const stored = z.object({
  source: z.enum(LIVE_SOURCES).catch('microphone'),
  deviceId: z.string().nullable().catch(null),
  noiseSuppression: z.boolean().catch(USUAL.noiseSuppression),
  autoGainControl: z.boolean().catch(USUAL.autoGainControl),
  /** Null to switch it on only where both sides are captured, of which the microphone would take the other one, too. */
  echoCancellation: z.boolean().nullable().catch(null),
  /** Names of the two sides; empty for the usual ones. */
  names: z.tuple([z.string(), z.string()]).catch(['', '']),
  /** Language into which settled sentences are translated; null for none. */
  translateInto: translationLanguageCode.nullable().catch(null),
});

export type LiveSettings = z.infer<typeof stored>;

const STORED = 'earshot-live';

/** What was chosen the last time, on this device. */
export function liveSettings(): LiveSettings {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(STORED) ?? '{}'));
  } catch {
    return stored.parse({});
  }
}

export const keepLiveSettings = (settings: LiveSettings): void =>
  localStorage.setItem(STORED, JSON.stringify(settings));

/** In the order of the channels. */
export const sourcesOf = ({ source }: LiveSettings): readonly SoundSource[] =>
  source === 'both' ? ['microphone', 'screen'] : [source];

export const cancelsEcho = (settings: LiveSettings): boolean =>
  settings.echoCancellation ?? usualMicrophone(sourcesOf(settings).length).echoCancellation;
