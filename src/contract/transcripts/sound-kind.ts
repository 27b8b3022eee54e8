/** Sounds that are named. */
export const SOUND_KINDS = [
  'music',
  'applause',
  'dog',
  'cat',
  'doorbell',
  'knocking',
  'typing',
  'rain',
] as const;

export type SoundKind = (typeof SOUND_KINDS)[number];
