import { expose, wrap } from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowserAi } from '../../../../tests/fakes/browser-ai.ts';
import { eventually } from '../../../../tests/runner/eventually.ts';
import { browserModelsOf } from '../../../models/browser/browser-models.ts';
import { borrowBrowserModels, type LentBrowserModels, lendBrowserModels } from './lent-browser-models.ts';

const OFFERS = { en: 'available', 'en-fr': 'available' } as const;
const QUESTION = [{ role: 'user' as const, content: 'Which city?' }];

let ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports) port.close();
  ports = [];
});

/** The models as the worker sees them. */
function borrowed(ai: Parameters<typeof browserModelsOf>[0], life = new AbortController().signal) {
  const { port1, port2 } = new MessageChannel();
  ports = [port1, port2];
  expose(lendBrowserModels(browserModelsOf(ai), life), port1);
  port1.start();
  port2.start();
  return borrowBrowserModels(wrap<LentBrowserModels>(port2) as unknown as LentBrowserModels);
}

describe("the browser's models, lent to a worker", () => {
  // Unexpected errors are logged where they cross.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  it('work there as they do in the page', async () => {
    const { ai, sessions } = fakeBrowserAi({
      offers: OFFERS,
      quota: 90,
      takesMs: 20,
      answer: () => 'Ulm, I think.',
    });
    const models = borrowed(ai);
    const translator = await models.translator('en', 'fr');
    expect(await translator?.translate('Hello.')).toBe('[fr: Hello.]');
    await translator?.close();
    expect(await models.translator('en', 'de')).toBeNull();
    expect(await models.summarize('One two three four.', 'concise', 'en')).toBe('One two three…');
    expect(await models.promptTokens('en')).toBe(90);
    const texts: string[] = [];
    const onText = (text: string) => void texts.push(text);
    expect(await models.prompt(QUESTION, 'en', { onText })).toBe('Ulm, I think.');
    expect(texts[0]).toBe('Ulm, ');
    expect(sessions.open).toBe(0);
  });

  it("end with a call's signal", async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: OFFERS, silent: ['en'] });
    const models = borrowed(ai);
    const controller = new AbortController();
    const { signal } = controller;
    const summary = models.summarize('Hello.', 'general', 'en', signal);
    const answer = expect(models.prompt(QUESTION, 'en', { signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    await eventually(() => expect(sessions).toMatchObject({ open: 2, answering: 2 }));
    controller.abort();
    await answer;
    expect(await summary).toBeNull();
    expect(sessions).toMatchObject({ open: 0, answering: 0 });
  });

  it('are not started if the signal has already aborted', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: OFFERS });
    const aborted = { signal: AbortSignal.abort() };
    await expect(borrowed(ai).prompt(QUESTION, 'en', aborted)).rejects.toMatchObject({ code: 'cancelled' });
    expect(sessions.opened).toBe(0);
  });

  it('end with the worker, whatever it was doing', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: OFFERS, silent: ['en', 'en-fr'] });
    const life = new AbortController();
    const models = borrowed(ai, life.signal);
    const translator = await models.translator('en', 'fr');
    const calls = [
      translator?.translate('Hello.'),
      models.summarize('Hello.', 'general', 'en'),
      models.prompt(QUESTION, 'en'),
    ];
    const ended = Promise.allSettled(calls);
    await eventually(() => expect(sessions).toMatchObject({ open: 3, answering: 3 }));
    life.abort();
    await eventually(() => expect(sessions).toMatchObject({ open: 0, answering: 0 }));
    await ended;
  });
});
