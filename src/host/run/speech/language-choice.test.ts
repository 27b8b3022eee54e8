import { describe, expect, it } from 'vitest';
import {
  type PreRecordedRequestInput,
  preRecordedRequest,
} from '../../../contract/jobs/pre-recorded-request.ts';
import type { WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import { LanguageChoice, writingOf } from './language-choice.ts';

const choiceFor = (request: Partial<PreRecordedRequestInput>) =>
  new LanguageChoice(preRecordedRequest.parse({ audio_url: 'http://localhost/v2/upload/1', ...request }));

const recognised = (language: string, words = 1, languageConfidence = 1): WindowTranscript => ({
  index: 0,
  channel: 0,
  start: 0,
  end: 1,
  segments: [
    {
      language,
      languageConfidence,
      words: Array.from({ length: words }, () => ({ word: ' a', start: 0, end: 1, confidence: 1 })),
    },
  ],
});

describe('the language of each window (specification §2.6)', () => {
  it('is the given one; code switching is then ignored [§2.4 language_config; §2.6 languages]', () => {
    const choice = choiceFor({ language_config: { languages: ['fr'], code_switching: true } });
    expect(choice.options()).toEqual({
      language: 'fr',
      languages: ['fr'],
      codeSwitching: false,
      otherLanguages: 'tell',
    });
  });

  it('is detected on the first utterance and kept [§2.6 code_switching]', () => {
    const choice = choiceFor({});
    expect(choice.options().language).toBeNull();
    choice.recognised(recognised('en', 0));
    expect([choice.options().language, choice.isOpen]).toEqual([null, true]);
    choice.recognised(recognised('de'));
    choice.recognised(recognised('fr'));
    expect([choice.options().language, choice.isOpen]).toEqual(['de', false]);
  });

  it('is not kept from a first window that is not sure of it, but from the recording so far', () => {
    const choice = choiceFor({});
    choice.recognised(recognised('el', 1, 0.5));
    expect(choice.isOpen).toBe(true);
    choice.recognised(recognised('es', 1, 0.4));
    expect(choice.options().language).toBeNull();
    choice.recognised(recognised('es', 1, 0.4));
    expect(choice.options().language).toBe('es');
  });

  it('is not kept if it could not be detected', () => {
    const choice = choiceFor({ model: 'stt-3' });
    choice.recognised(recognised('en', 1, 0));
    expect(choice.isOpen).toBe(true);
    choice.recognised(recognised('de'));
    expect(choice.options().language).toBe('de');
  });

  it('is detected among the given languages, if there are several [§2.6 languages]', () => {
    const choice = choiceFor({ language_config: { languages: ['en', 'es'] } });
    expect(choice.options()).toMatchObject({ language: null, languages: ['en', 'es'], codeSwitching: false });
  });

  it('is detected on each utterance with code switching [§2.6 code_switching]', () => {
    const choice = choiceFor({ language_config: { code_switching: true } });
    choice.recognised(recognised('de'));
    expect(choice.options()).toEqual({ language: null, languages: [], codeSwitching: true });
  });

  it('is kept with stt-3, which cannot switch (specification §2.5) [§2.5 Code switching, With stt-3 there, Once a language]', () => {
    const choice = choiceFor({ model: 'stt-3', language_config: { code_switching: true } });
    choice.recognised(recognised('it'));
    expect(choice.options()).toMatchObject({ language: 'it', codeSwitching: false });
  });

  it('is told where it is another one, or switched if the job says so', () => {
    expect(choiceFor({}).options().otherLanguages).toBe('tell');
    const switching = new LanguageChoice(
      preRecordedRequest.parse({ audio_url: 'http://localhost/v2/upload/1' }),
      writingOf({ switch_languages: true, chinese_script: 'traditional', spoken_languages: ['de'] }),
    );
    expect(switching.options()).toMatchObject({
      otherLanguages: 'switch',
      chineseScript: 'traditional',
      likely: ['de'],
    });
    expect(choiceFor({}).options().likely).toBeUndefined();
    expect(choiceFor({ language_config: { code_switching: true } }).options().otherLanguages).toBeUndefined();
  });

  it('is decided from the start only where it is given', () => {
    expect(choiceFor({ language_config: { languages: ['fr'] } }).isOpen).toBe(false);
    expect(choiceFor({ language_config: { code_switching: true } }).isOpen).toBe(false);
  });
});
