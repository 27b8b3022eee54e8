import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowserAi } from '../../tests/fakes/browser-ai.ts';
import { browserModelsOf } from './browser-models.ts';

const activated = (isActive: boolean) => vi.stubGlobal('navigator', { userActivation: { isActive } });
afterEach(() => vi.unstubAllGlobals());

describe('the models that a browser brings along', () => {
  it('are skipped where the browser has none', async () => {
    const models = browserModelsOf({});
    expect(await models.translate(['Hello.'], 'en', 'fr')).toBeNull();
    expect(await models.summarize('Hello.', 'general', 'en')).toBeNull();
    expect(await models.promptTokens('en')).toBeNull();
    expect(await models.prompt([{ role: 'user', content: 'Hello.' }], 'en')).toBeNull();
  });

  it('are skipped for a language that they do not know', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: { en: 'available', 'en-fr': 'available' } });
    const models = browserModelsOf(ai);
    expect(await models.translate(['Hello.'], 'en', 'de')).toBeNull();
    expect(await models.summarize('Hallo.', 'general', 'de')).toBeNull();
    expect(await models.prompt([{ role: 'user', content: 'Hallo.' }], 'de')).toBeNull();
    expect(sessions.opened).toBe(0);
  });

  it.each(['downloadable', 'downloading'] as const)(
    'that are %s are not asked for, also while the user acts: a job starts no download by itself',
    async (state) => {
      const { ai } = fakeBrowserAi({ offers: { 'en-fr': state } });
      const models = browserModelsOf(ai);
      activated(false);
      expect(await models.translate(['Hello.'], 'en', 'fr')).toBeNull();
      activated(true);
      expect(await models.translate(['Hello.'], 'en', 'fr')).toBeNull();
    },
  );

  it('are told the languages and the kind of summary, and are closed after use', async () => {
    const { ai, calls, sessions } = fakeBrowserAi({ offers: { en: 'available' } });
    const models = browserModelsOf(ai);
    expect(await models.summarize('One two three four.', 'concise', 'en')).toBe('One two three…');
    expect(await models.summarize('One two three four.', 'bullet_points', 'en')).toBe(
      '- One two three\n- end',
    );
    expect(calls).toEqual([
      {
        type: 'tldr',
        format: 'plain-text',
        length: 'short',
        expectedInputLanguages: ['en'],
        outputLanguage: 'en',
      },
      {
        type: 'key-points',
        format: 'markdown',
        length: 'medium',
        expectedInputLanguages: ['en'],
        outputLanguage: 'en',
      },
    ]);
    expect(sessions).toEqual({ open: 0, opened: 2 });
  });

  it('get a long text in parts that end with sentences, and every part comes back', async () => {
    const { ai } = fakeBrowserAi({ offers: { 'en-fr': 'available' }, quota: 40 });
    const text =
      'The first sentence is here. The second one follows. And a third. Then the last of them ends it.';
    const [translated = ''] = (await browserModelsOf(ai).translate([text], 'en', 'fr')) ?? [];
    const parts = [...translated.matchAll(/\[fr: ([^\]]*)\]/gu)].map(([, part]) => part ?? '');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join(' ')).toBe(text);
    for (const part of parts) expect(part).toMatch(/\.$/);
  });

  it('summarise the summaries of the parts of a long text', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: { en: 'available' }, quota: 60 });
    const text = Array.from({ length: 20 }, (_, at) => `Sentence number ${at} says something.`).join(' ');
    // A summary of a summary, some times over: the stand-in adds a mark each time.
    expect(await browserModelsOf(ai).summarize(text, 'general', 'en')).toMatch(/^Sentence number 0…{2,}$/);
    expect(sessions.open).toBe(0);
  });

  it('get the conversation before the last message as what was said before', async () => {
    const { ai } = fakeBrowserAi({
      offers: { en: 'available', fr: 'available' },
      quota: 500,
      answer: (input, initial) => `${initial.map(({ role }) => role).join()}: ${input}`,
    });
    const models = browserModelsOf(ai);
    expect(await models.promptTokens('fr')).toBe(500);
    const answer = await models.prompt(
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Bonjour.' },
      ],
      'fr',
    );
    expect(answer).toBe('system: Bonjour.');
  });

  it('fail quietly where another model can do it, and say so where none can', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: { en: 'available', 'en-fr': 'available' }, quota: 0 });
    const models = browserModelsOf(ai);
    expect(await models.translate(['Hello.'], 'en', 'fr')).toBeNull();
    expect(await models.summarize('Hello.', 'general', 'en')).toBeNull();
    await expect(models.prompt([{ role: 'user', content: 'Hello.' }], 'en')).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringContaining('too long'),
    });
    expect(sessions.open).toBe(0);
  });
});
