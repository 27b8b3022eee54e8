export type Sentiment = 'positive' | 'negative' | 'neutral' | 'mixed' | 'unknown';

/** Sentence emotions: 24, and `unknown` if nothing here can decide. */
export const EMOTIONS = [
  'admiration',
  'amusement',
  'anger',
  'approval',
  'caring',
  'confusion',
  'curiosity',
  'desire',
  'disappointment',
  'disapproval',
  'disgust',
  'embarrassment',
  'excitement',
  'fear',
  'gratitude',
  'joy',
  'love',
  'neutral',
  'optimism',
  'pride',
  'relief',
  'remorse',
  'sadness',
  'surprise',
  'unknown',
] as const;

export type Emotion = (typeof EMOTIONS)[number];

/** Whether an emotion is positive, negative or neither. */
export const POLARITY: Readonly<Record<Emotion, 'positive' | 'negative' | 'neutral'>> = {
  admiration: 'positive',
  amusement: 'positive',
  anger: 'negative',
  approval: 'positive',
  caring: 'positive',
  confusion: 'neutral',
  curiosity: 'neutral',
  desire: 'positive',
  disappointment: 'negative',
  disapproval: 'negative',
  disgust: 'negative',
  embarrassment: 'negative',
  excitement: 'positive',
  fear: 'negative',
  gratitude: 'positive',
  joy: 'positive',
  love: 'positive',
  neutral: 'neutral',
  optimism: 'positive',
  pride: 'positive',
  relief: 'positive',
  remorse: 'negative',
  sadness: 'negative',
  surprise: 'neutral',
  unknown: 'neutral',
};

/** GoEmotions labels (Demszky et al., 2020) that have another name here; all others keep theirs. */
export const MERGED: Readonly<Record<string, Emotion>> = {
  annoyance: 'anger',
  grief: 'sadness',
  nervousness: 'fear',
  realization: 'surprise',
};

const KNOWN: ReadonlySet<string> = new Set(EMOTIONS);
const isEmotion = (label: string): label is Emotion => KNOWN.has(label);

/** The emotion for a model's label; `unknown` for labels of other models. */
export function emotionOf(label: string): Emotion {
  const name = label.toLowerCase();
  return MERGED[name] ?? (isEmotion(name) ? name : 'unknown');
}
