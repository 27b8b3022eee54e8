import { fixture } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';
import formats from './formats.json' with { type: 'json' };
import { fileToSend, transcribe } from './page-tasks.ts';

/** Codecs that browsers decode by code of their own. All others are read by ours, the same everywhere. */
const BY_BROWSER = new Set(['M4A (AAC)', 'WebM (Opus)']);

// One file per codec and container; all contain the same word.
for (const [name, file] of Object.entries(formats)) {
  test(`format: ${name}`, { tag: BY_BROWSER.has(name) ? [] : THOROUGH }, async ({ engine }) => {
    const { text } = await transcribe(engine, fileToSend(fixture(`containers/${file}`)));
    expect(text).toMatch(/^(Yes|Bread)\./);
  });
}
