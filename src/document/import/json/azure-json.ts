import { languageOf } from '../language-of.ts';
import { type Fields, has, listAt, numberAt, spanAt, textAt, timeAt, voiceAt } from './json-fields.ts';
import type { Dialect } from './recognised-segments.ts';

/** Azure's short audio and its events: ticks, with capitals. */
export const azureShort: Dialect = (value) => {
  if (!has(value, 'DisplayText') && !has(value, 'NBest')) return null;
  const words = listAt(value, 'NBest.0.Words').map((word) => ({
    ...spanAt(word, 1e-7, 'Offset', 'Duration'),
    word: textAt(word, 'Word') ?? '',
    confidence: numberAt(word, 'Confidence'),
    voice: null,
  }));
  const text = textAt(value, 'DisplayText', 'NBest.0.Display') ?? '';
  return [{ ...spanAt(value, 1e-7, 'Offset', 'Duration'), text, voice: voiceAt(value, 'SpeakerId'), words }];
};

/** The same as a period, which is all that some versions write. */
function periodAt(fields: Fields): { start: number | null; end: number | null } {
  const [start, length] = [timeAt(fields, 'offset'), timeAt(fields, 'duration')];
  return { start, end: start === null || length === null ? null : start + length };
}

/** Azure: batch in ticks of 100 ns, fast transcription in milliseconds. */
export const azure: Dialect = (value) => {
  const batch = listAt(value, 'recognizedPhrases');
  const phrases = batch.length > 0 ? batch : listAt(value, 'phrases');
  if (phrases.length === 0) return null;
  const [unit, from, length] =
    batch.length > 0
      ? [1e-7, 'offsetInTicks', 'durationInTicks']
      : [0.001, 'offsetMilliseconds', 'durationMilliseconds'];
  return phrases.map((phrase) => {
    const voice = voiceAt(phrase, 'speaker');
    const listed = listAt(phrase, 'nBest.0.displayWords');
    const words = listed.length > 0 ? listed : listAt(phrase, batch.length > 0 ? 'nBest.0.words' : 'words');
    return {
      ...(has(phrase, from) ? spanAt(phrase, unit, from, length) : periodAt(phrase)),
      text: textAt(phrase, 'nBest.0.display', 'text') ?? '',
      voice,
      channel: numberAt(phrase, 'channel') ?? 0,
      language: languageOf(textAt(phrase, 'locale')),
      words: words.map((word) => ({
        ...spanAt(word, unit, from, length),
        word: textAt(word, 'displayText', 'word', 'text') ?? '',
        confidence: numberAt(word, 'confidence'),
        voice,
      })),
    };
  });
};
