import { startStaticHost } from '../runner/static-host.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';
import { trySample } from './page-tasks.ts';

/** How the sample was transcribed, as its page shows. */
const details = async () => {
  for (;;) {
    const found = [...document.querySelectorAll('details')].find(
      (one) => one.querySelector('summary')?.textContent === 'Transcription details',
    );
    if (found) {
      found.open = true;
      return { isolated: crossOriginIsolated, text: found.innerText };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

test('feature: on a host without headers, the sample is done on one thread, with the reason, and the next visit is isolated', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  const host = await startStaticHost();
  try {
    await engine.open(host.url);
    await trySample(engine);
    const first = await engine.run(details);
    expect(first.isolated).toBe(false);
    expect(first.text).toContain('with one thread, because the page is not cross-origin isolated');
    // By the service worker.
    await engine.reload();
    expect(await engine.run(() => crossOriginIsolated)).toBe(true);
  } finally {
    await engine.open(app.url);
    await host.close();
  }
});
