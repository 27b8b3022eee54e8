import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowserAi } from '../../../tests/fakes/browser-ai.ts';
import { eventually } from '../../../tests/runner/eventually.ts';
import { browserModelsOf } from './browser-models.ts';

const activated = (isActive: boolean) => vi.stubGlobal('navigator', { userActivation: { isActive } });
afterEach(() => vi.unstubAllGlobals());

describe('the browser’s built-in models', () => {
  it('are skipped if the browser has none', async () => {
    const models = browserModelsOf({});
    expect(await models.translator('en', 'fr')).toBeNull();
    expect(await models.summarize('Hello.', 'general', 'en')).toBeNull();
    expect(await models.promptTokens('en')).toBeNull();
    expect(await models.prompt([{ role: 'user', content: 'Hello.' }], 'en')).toBeNull();
  });

  it('are skipped for an unsupported language', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: { en: 'available', 'en-fr': 'available' } });
    const models = browserModelsOf(ai);
    expect(await models.translator('en', 'de')).toBeNull();
    expect(await models.summarize('Hallo.', 'general', 'de')).toBeNull();
    expect(await models.prompt([{ role: 'user', content: 'Hallo.' }], 'de')).toBeNull();
    expect(sessions.opened).toBe(0);
  });

  it('are skipped, and asked for once, if the browser does not say whether it has them', async () => {
    vi.useFakeTimers();
    try {
      const { ai, questions } = fakeBrowserAi({ offers: { 'en-fr': 'available' }, mute: true });
      const models = browserModelsOf(ai);
      const first = models.translator('en', 'fr');
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await first).toBeNull();
      expect(await models.translator('en', 'fr')).toBeNull();
      expect(questions).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['downloadable', 'downloading'] as const)(
    'that are %s are not asked for, also while the user acts: a job starts no download by itself',
    async (state) => {
      const { ai } = fakeBrowserAi({ offers: { 'en-fr': state } });
      const models = browserModelsOf(ai);
      activated(false);
      expect(await models.translator('en', 'fr')).toBeNull();
      activated(true);
      expect(await models.translator('en', 'fr')).toBeNull();
    },
  );

  it('receive the languages and the kind of summary, and are closed after use', async () => {
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
    expect(sessions).toEqual({ open: 0, opened: 2, answering: 0 });
  });

  it('receive a long text in parts that end with sentences, and every part is returned', async () => {
    const { ai } = fakeBrowserAi({ offers: { 'en-fr': 'available' }, quota: 40 });
    const text =
      'The first sentence is here. The second one follows. And a third. Then the last of them ends it.';
    const translated = (await (await browserModelsOf(ai).translator('en', 'fr'))?.translate(text)) ?? '';
    const parts = [...translated.matchAll(/\[fr: ([^\]]*)\]/gu)].map(([, part]) => part ?? '');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join(' ')).toBe(text);
    for (const part of parts) expect(part).toMatch(/\.$/);
  });

  it('summarise the summaries of the parts of a long text', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: { en: 'available' }, quota: 60 });
    const text = Array.from({ length: 20 }, (_, at) => `Sentence number ${at} says something.`).join(' ');
    // A summary of summaries, several levels deep: the stand-in adds a mark each time.
    expect(await browserModelsOf(ai).summarize(text, 'general', 'en')).toMatch(/^Sentence number 0…{2,}$/);
    expect(sessions.open).toBe(0);
  });

  it('receive the conversation before the last message as history', async () => {
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

  it('stream the answer to a prompt if they can', async () => {
    const told = async (streams: boolean) => {
      const { ai, sessions } = fakeBrowserAi({
        offers: { en: 'available' },
        answer: () => 'Ulm, I think.',
        streams,
      });
      const texts: string[] = [];
      const answer = await browserModelsOf(ai).prompt([{ role: 'user', content: 'Which city?' }], 'en', {
        onText: (text) => texts.push(text),
      });
      expect(answer).toBe('Ulm, I think.');
      expect(sessions.open).toBe(0);
      return texts;
    };
    expect(await told(true)).toEqual(['Ulm, ', 'Ulm, I ', 'Ulm, I think.']);
    expect(await told(false)).toEqual([]);
  });

  it('fail silently if another model can do it, and report it if none can', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: { en: 'available', 'en-fr': 'available' }, quota: 0 });
    const models = browserModelsOf(ai);
    const translator = await models.translator('en', 'fr');
    await expect(translator?.translate('Hello.')).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringContaining('too long'),
    });
    translator?.close();
    expect(await models.summarize('Hello.', 'general', 'en')).toBeNull();
    await expect(models.prompt([{ role: 'user', content: 'Hello.' }], 'en')).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringContaining('too long'),
    });
    expect(sessions.open).toBe(0);
  });
});

describe('the time limit of the browser’s models', () => {
  const ALL = { en: 'available', 'en-fr': 'available' } as const;
  const QUESTION = [{ role: 'user' as const, content: 'Which city?' }];
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('does not apply to many texts that are each done in time', async () => {
    const { ai } = fakeBrowserAi({ offers: ALL, takesMs: 100_000 });
    const translating = browserModelsOf(ai)
      .translator('en', 'fr')
      .then(async (translator) => {
        const texts: (string | undefined)[] = [];
        for (let at = 0; at < 20; at += 1) texts.push(await translator?.translate(`Text ${at}.`));
        return texts;
      });
    await vi.advanceTimersByTimeAsync(20 * 100_000);
    expect((await translating).at(-1)).toBe('[fr: Text 19.]');
  });

  it('does not apply to an answer that keeps growing', async () => {
    const { ai } = fakeBrowserAi({ offers: ALL, takesMs: 100_000, answer: () => 'a '.repeat(20) });
    const answering = browserModelsOf(ai).prompt(QUESTION, 'en');
    await vi.advanceTimersByTimeAsync(21 * 100_000);
    expect(await answering).toBe('a '.repeat(20));
  });

  it('ends a silent one, and no session stays open', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: ALL, silent: ['en', 'en-fr'] });
    const models = browserModelsOf(ai);
    const translator = await models.translator('en', 'fr');
    const ends = [translator?.translate('Hello.'), models.prompt(QUESTION, 'en')].map((call) =>
      expect(call).rejects.toThrow(/failed: It produced nothing for 300 s/),
    );
    const summary = models.summarize('Hello.', 'general', 'en');
    await vi.advanceTimersByTimeAsync(301_000);
    await Promise.all(ends);
    expect(await summary).toBeNull();
    expect(sessions).toMatchObject({ open: 1, answering: 0 });
    translator?.close();
    expect(sessions.open).toBe(0);
  });

  it.each([true, false])('ends with the signal (streaming: %s)', async (streams) => {
    const { ai, sessions } = fakeBrowserAi({ offers: ALL, silent: ['en', 'en-fr'], streams });
    const models = browserModelsOf(ai);
    const { signal, abort } = abortable();
    const translator = await models.translator('en', 'fr', signal);
    const calls = Promise.allSettled([
      translator?.translate('Hello.'),
      models.prompt(QUESTION, 'en', { signal }),
      models.summarize('Hello.', 'general', 'en', signal),
    ]);
    await eventually(() => expect(sessions).toMatchObject({ open: 3, answering: 3 }));
    abort();
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(sessions).toMatchObject({ open: 0, answering: 0 });
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
