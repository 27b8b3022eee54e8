/** What sound a session takes; without schemas, so that a command can read it. */
export const LIVE_ENCODINGS = ['wav/pcm', 'wav/alaw', 'wav/ulaw'] as const;
export const LIVE_BIT_DEPTHS = [8, 16, 24, 32] as const;
export const LIVE_SAMPLE_RATES = [8000, 16000, 24000, 32000, 44100, 48000] as const;
