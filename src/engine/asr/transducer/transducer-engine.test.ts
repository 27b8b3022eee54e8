import { describe, expect, it } from 'vitest';
import type { TranscribeOptions } from '../asr-engine.ts';
import type { FoundLanguage, LanguageFinder } from '../languages/language-finder.ts';
import type { Recogniser } from './recognisers/recogniser.ts';
import { TransducerEngine } from './transducer-engine.ts';

const WINDOW = {
  index: 0,
  channel: 0,
  pcm: new Float32Array(5 * 16_000).fill(0.1),
  pieces: [{ windowStart: 0, fileStart: 0, duration: 5 }],
};
const ANY: TranscribeOptions = { language: null, languages: [], codeSwitching: false };

/** An English recogniser that recognises this many words, each as sure as this. */
function engine(
  words: number,
  probability: number,
  finder?: LanguageFinder,
  languages = ['en'],
): TransducerEngine {
  const recogniser: Recogniser = {
    recognise: async () =>
      Array.from({ length: words }, (_, index) => ({ text: ' word', time: index / 4, probability })),
    dispose: async () => undefined,
  };
  const traits = { languages, punctuates: false, emissionDelay: 0, leastCertainty: 0.69 };
  return new TransducerEngine(recogniser, traits, finder);
}

/** A finder that answers this, and what was asked of it. */
function finderOf(answer: FoundLanguage | null) {
  const asked: (readonly string[])[] = [];
  let released = 0;
  const finder: LanguageFinder = {
    findLanguage: async (_, languages) => {
      asked.push(languages);
      return answer;
    },
    release: async () => {
      released += 1;
    },
  };
  return { finder, asked, released: () => released };
}

const recognise = (words: number, probability: number, options: Partial<TranscribeOptions> = {}) =>
  engine(words, probability).transcribe(WINDOW, { ...ANY, ...options }, new AbortController().signal);

describe('quality', () => {
  it('changes nothing, which the transcript says', async () => {
    const { fallbacks, ...careful } = await recognise(15, 0.85, { quality: 'careful' });
    expect(fallbacks).toEqual(['no-beam']);
    expect(await recognise(15, 0.85, { quality: 'fast' })).toEqual(careful);
  });
});

describe('a word', () => {
  const alone = (time: number) => {
    const recogniser: Recogniser = {
      recognise: async () => [{ text: ' But', time, probability: 0.56 }],
      dispose: async () => undefined,
    };
    const traits = { languages: ['en'], punctuates: false, emissionDelay: 0.1 };
    const options = { ...ANY, languages: ['en'] };
    return new TransducerEngine(recogniser, traits).transcribe(WINDOW, options, new AbortController().signal);
  };

  it('that was written behind the sound, without any on it, is none', async () => {
    expect((await alone(5.2)).segments).toEqual([]);
    expect((await alone(4.9)).segments).toHaveLength(1);
  });
});

describe('a recogniser that must be told the language', () => {
  const options = { ...ANY, languages: ['de', 'fr'] };

  /** The languages that it was given, and that came of it. */
  async function told(finder: LanguageFinder | undefined, given: TranscribeOptions) {
    const languages: (string | undefined)[] = [];
    const recogniser: Recogniser = {
      requiresLanguage: true,
      recognise: async (_, __, ___, language) => {
        languages.push(language);
        return [{ text: ' mot', time: 0, probability: 0.9 }];
      },
      dispose: async () => undefined,
    };
    const traits = { languages: ['en', 'de', 'fr'], punctuates: true, emissionDelay: 0 };
    const { segments } = await new TransducerEngine(recogniser, traits, finder).transcribe(
      WINDOW,
      given,
      new AbortController().signal,
    );
    return [languages, segments[0]?.language];
  }

  it('is told what was asked for, or else what the finder found before', async () => {
    const { finder, asked } = finderOf({ language: 'fr', confidence: 0.95, by: 'finder' });
    expect(await told(finder, { ...ANY, language: 'de' })).toEqual([['de'], 'de']);
    expect(await told(finder, { ...ANY, languages: ['en'] })).toEqual([['en'], 'en']);
    expect(asked).toEqual([]);
    expect(await told(finder, options)).toEqual([['fr'], 'fr']);
    expect(asked).toEqual([['de', 'fr']]);
  });

  it('is told the first of those asked for where nobody can be asked', async () => {
    expect((await told(undefined, options))[0]).toEqual(['de']);
    expect((await told(undefined, ANY))[0]).toEqual(['en']);
  });
});

describe('speech in a language that a transducer does not know', () => {
  it('is refused instead of being written as invented words [§2.5 Languages]', async () => {
    await expect(recognise(15, 0.6)).rejects.toMatchObject({ code: 'model_missing', status: 503 });
    await expect(recognise(15, 0.6, { languages: ['en', 'de'] })).rejects.toThrow(
      'does not seem to be in a language',
    );
  });

  it('is English if the model is sure of it', async () => {
    const { segments } = await recognise(15, 0.85);
    expect(segments).toMatchObject([{ language: 'en', languageConfidence: 1 }]);
  });

  it('is not asked about if the language was given', async () => {
    expect((await recognise(15, 0.6, { language: 'en' })).segments[0]?.words).toHaveLength(15);
    expect((await recognise(15, 0.6, { languages: ['en'] })).segments[0]?.words).toHaveLength(15);
  });

  it('is left open by a few words, so that the next window decides', async () => {
    expect((await recognise(4, 0.6)).segments).toMatchObject([{ languageConfidence: 0 }]);
  });
});

describe('with a finder of languages, speech', () => {
  const signal = new AbortController().signal;
  const recogniseWith = (
    answer: FoundLanguage | null,
    {
      words = 15,
      probability = 0.85,
      known = ['en'],
      ...options
    }: Partial<TranscribeOptions> & { words?: number; probability?: number; known?: string[] } = {},
  ) =>
    engine(words, probability, finderOf(answer).finder, known).transcribe(
      WINDOW,
      { ...ANY, ...options },
      signal,
    );
  const spoken = (language: string, confidence = 0.95) => ({
    language,
    confidence,
    by: 'whisper-base',
  });

  it('in a language that the model does not know is refused with its name, however sure the model is [§2.5 Languages]', async () => {
    await expect(recogniseWith(spoken('de'))).rejects.toMatchObject({ code: 'model_missing', status: 503 });
    await expect(recogniseWith(spoken('de'))).rejects.toThrow(
      'The recording seems to be in German, which the installed model for stt-3 does not know. It knows en.',
    );
    await expect(recogniseWith(spoken('ja'), { languages: ['en', 'de'] })).rejects.toThrow('in Japanese');
    await expect(recogniseWith(spoken('fr'), { words: 2 })).rejects.toThrow('in French');
  });

  it('in one that it knows is in that one, however unsure the model is', async () => {
    expect(await recogniseWith(spoken('en'), { probability: 0.5, words: 3 })).toMatchObject({
      segments: [{ language: 'en', languageConfidence: 0.95 }],
      languageFoundBy: 'whisper-base',
    });
    const known = ['en', 'fr', 'de'];
    expect((await recogniseWith(spoken('de'), { known })).segments).toMatchObject([
      { language: 'de', languageConfidence: 0.95 },
    ]);
    expect((await recogniseWith(spoken('de'), { known, languages: ['de', 'fr'] })).segments).toMatchObject([
      { language: 'de', languageConfidence: 0.95 },
    ]);
  });

  it('in one that it knows and nobody asked for is in one of those to choose from [§2.6 languages]', async () => {
    const known = ['en', 'fr', 'de'];
    const { segments } = await recogniseWith(spoken('en'), { known, languages: ['de', 'fr'] });
    expect(['de', 'fr']).toContain(segments[0]?.language);
  });

  it('is judged by how sure the model is where the finder is not, or is missing', async () => {
    for (const answer of [spoken('de', 0.4), null]) {
      expect((await recogniseWith(answer)).segments).toMatchObject([
        { language: 'en', languageConfidence: 1 },
      ]);
      await expect(recogniseWith(answer, { probability: 0.6 })).rejects.toThrow('does not seem to be in');
      expect((await recogniseWith(answer, { words: 4 })).segments).toMatchObject([{ languageConfidence: 0 }]);
    }
  });

  it('is asked about only while the language is open, and only if there are words', async () => {
    const { finder, asked } = finderOf(spoken('de'));
    const known = engine(15, 0.85, finder);
    await known.transcribe(WINDOW, { ...ANY, language: 'en' }, signal);
    await known.transcribe(WINDOW, { ...ANY, languages: ['en'] }, signal);
    await engine(0, 0, finder).transcribe(WINDOW, ANY, signal);
    expect(asked).toEqual([]);
    await known.transcribe(WINDOW, { ...ANY, languages: ['en', 'fr'] }, signal).catch(() => undefined);
    expect(asked).toEqual([['en', 'fr']]);
  });

  it('frees the finder once its language is known', async () => {
    const sure = finderOf(spoken('en'));
    await engine(15, 0.85, sure.finder).transcribe(WINDOW, ANY, signal);
    expect(sure.released()).toBe(1);
    const unsure = finderOf(spoken('en', 0.3));
    const open = engine(15, 0.85, unsure.finder);
    await open.transcribe(WINDOW, ANY, signal);
    expect(unsure.released()).toBe(0);
    await open.transcribe(WINDOW, { ...ANY, language: 'en' }, signal);
    expect(unsure.released()).toBe(1);
    await open.dispose();
    expect(unsure.released()).toBe(2);
  });
});
