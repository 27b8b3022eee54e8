import { describe, expect, it } from 'vitest';
import config from '../../../../../tests/fixtures/mini/mini-whisper/config.json' with { type: 'json' };
import generation from '../../../../../tests/fixtures/mini/mini-whisper/generation_config.json' with {
  type: 'json',
};
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../../../contract/transcripts/language-code.ts';
import { parseWhisperConfig } from '../whisper-config.ts';
import { detectLanguage, languageScores, languageToken } from './detect-language.ts';
import { languageSpans } from './language-spans.ts';

const parsed = parseWhisperConfig(config, generation);

describe('a model’s languages', () => {
  it('cover every transcription language code of the API, and nothing else [§2.5 Languages]', () => {
    expect([...parsed.languages.values()].sort()).toEqual([...TRANSCRIPTION_LANGUAGE_CODES].sort());
  });

  it('Cantonese is Chinese in the API', () => {
    const cantonese = parseWhisperConfig(config, {
      ...generation,
      lang_to_id: { ...generation.lang_to_id, '<|yue|>': 1137 },
    });
    const logits = new Float32Array(2644).fill(-20);
    logits[1137] = 5;
    expect(detectLanguage(languageScores(logits, cantonese), { languages: [] })).toMatchObject({
      language: 'zh',
    });
    expect(languageToken(cantonese, 'zh')).toBe(generation.lang_to_id['<|zh|>']);
  });

  it('an English-only model has none, and no task token', () => {
    const english = parseWhisperConfig(config, { ...generation, is_multilingual: false, lang_to_id: null });
    expect(english.languages.size).toBe(0);
    expect(english.transcribeToken).toBeNull();
  });

  it('heads of the predicting convention are preferred; lone alignment_heads are taken for it', () => {
    expect(parsed.alignment).toEqual({
      heads: generation.alignment_heads_predicting,
      convention: 'predicting',
    });
    const { alignment_heads_predicting: _, ...plain } = generation;
    expect(parseWhisperConfig(config, plain).alignment?.heads).toEqual(generation.alignment_heads);
    expect(parseWhisperConfig(config, { ...plain, alignment_heads: undefined }).alignment).toBeNull();
  });

  it('files of another model are rejected with an error', () => {
    expect(() => parseWhisperConfig({ model_type: 'bert' }, {})).toThrow(/does not describe a Whisper model/);
  });
});

describe('detection', () => {
  const logits = new Float32Array(2644);
  logits[generation.lang_to_id['<|en|>']] = 5;
  logits[generation.lang_to_id['<|fr|>']] = 4;
  logits[generation.lang_to_id['<|de|>']] = 1;
  const scores = languageScores(logits, parsed);

  it('takes the likeliest', () => {
    expect(detectLanguage(scores, { languages: [] })).toMatchObject({ language: 'en' });
  });

  it('chooses among the allowed ones, and its confidence is relative to them', () => {
    const { language, confidence } = detectLanguage(scores, { languages: ['de', 'fr'] });
    expect(language).toBe('fr');
    expect(confidence).toBeCloseTo(1 / (1 + Math.exp(-3)));
  });

  it('favours the languages of the person, unless another one is sure', () => {
    const favouring = (...likely: string[]) => detectLanguage(scores, { languages: [], likely }).language;
    expect([favouring('fr'), favouring('de', 'fr'), favouring('de')]).toEqual(['fr', 'fr', 'en']);
  });
});

describe('language spans', () => {
  const piece = (duration: number, language: string, confidence: number) => ({
    piece: { windowStart: 0, fileStart: 0, duration },
    detected: { language, confidence },
  });

  it('joins neighbours in one language, weighted by their length', () => {
    const spans = languageSpans([
      piece(3, 'en', 0.9),
      piece(1, 'en', 0.5),
      piece(2, 'fr', 0.8),
      piece(2, 'en', 1),
    ]);
    expect(spans.map(({ language, pieces }) => [language, pieces.length])).toEqual([
      ['en', 2],
      ['fr', 1],
      ['en', 1],
    ]);
    expect(spans[0]?.confidence).toBeCloseTo(0.8);
  });

  it('a short piece of uncertain language joins the pieces before it', () => {
    expect(languageSpans([piece(3, 'en', 0.9), piece(0.4, 'cy', 0.3), piece(3, 'en', 0.9)])).toHaveLength(1);
    expect(languageSpans([piece(3, 'en', 0.9), piece(0.4, 'fr', 0.9)])).toHaveLength(2);
  });
});
