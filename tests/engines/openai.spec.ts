import { readFileSync } from 'node:fs';
import type { PageInterface } from '../../src/client/api/page-interface.ts';
import { clip } from '../e2e/clips.ts';
// Adds the page's functions to the global scope's type.
import type {} from '../e2e/existing-clients/page.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';

const HELLO = clip('en_hello.wav');

test('the JavaScript package of OpenAI runs with nothing changed', { tag: THOROUGH }, async ({
  engine,
  app,
}) => {
  const seen = await engine.run(async (base64: string) => {
    const { key, ready }: PageInterface = await import(`${location.origin}/earshot.js`);
    Object.assign(globalThis, { earshotConfig: { baseAddresses: ['https://api.openai.com/v1'] } });
    await ready();
    await import(`${location.origin}/public-clients.js`);
    const client = new globalThis.publicClients.OpenAI({
      apiKey: await key(),
      dangerouslyAllowBrowser: true,
    });
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const given = { file: new File([bytes], 'hello.wav'), model: 'whisper-1' };
    const { text } = await client.audio.transcriptions.create(given);
    let streamed = '';
    for await (const event of await client.audio.transcriptions.create({ ...given, stream: true }))
      if (event.type === 'transcript.text.delta') streamed += event.delta;
    const models = (await client.models.list()).data.length;
    return { text, streamed, models };
  }, readFileSync(HELLO.path).toString('base64'));
  expect(seen).toEqual({ text: HELLO.text, streamed: HELLO.text, models: 12 });
  // By which the package tries out `fetch`; the app's own pages forbid it, which it takes for a yes.
  const refused = app.takeViolations().filter((violation) => !violation.includes('connect-src refused data'));
  expect(refused).toEqual([]);
});
