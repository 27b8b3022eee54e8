import { startEmbeddingSite } from '../e2e/embedding/embedding-site.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine, Point, Pointer } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';

const ALLOW = 'button.primary:enabled';
/** Outside the frame. The frame is within the page, too, with its button here. */
const AWAY: Point = { x: 90, y: 290 };

/** A page of another site that has a frame in a corner, which asks its question; resolves once its button can be pressed. */
async function askInCorner(
  engine: BrowserEngine,
  address: string,
): Promise<{ pointer: Pointer; button: Point }> {
  const { pointer } = engine;
  if (!pointer) throw new Error('There is no pointer.');
  await engine.open(address);
  await pointer.move(AWAY);
  await engine.run(async () => {
    while (!('connect' in window)) await new Promise((resolve) => setTimeout(resolve, 100));
    const frame = document.createElement('iframe');
    frame.style.cssText = 'position: fixed; left: 300px; top: 150px; width: 416px; height: 340px; border: 0';
    document.body.append(frame);
    void window.connect({ src: window.app, frame }).then((connection) => {
      window.stt = connection;
    });
  });
  await expect.poll(() => pointer.centreOf(ALLOW).catch(() => null)).not.toBeNull();
  // A person looks at the page meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  return { pointer, button: await pointer.centreOf(ALLOW) };
}

/** Runs in the page: moves the frame. */
function moveFrame(x: number, y: number): void {
  const frame = document.querySelector('iframe');
  if (frame) frame.style.translate = `${x}px ${y}px`;
}

/** Whether the page has a key; what a press does takes a moment. */
const isAllowed = async (engine: BrowserEngine): Promise<boolean> => {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return engine.run(() => 'stt' in window);
};

test.describe('feature: a page that embeds the app gets no key by a press that was not considered', () => {
  let site: Awaited<ReturnType<typeof startEmbeddingSite>> | undefined;
  const page = (host: string) => site?.page(host) ?? '';
  test.beforeEach(async ({ engine, app }) => {
    test.skip(engine.pointer === null, 'The driver has no pointer.');
    site = await startEmbeddingSite(app.url.replace(/\/$/, ''));
  });
  test.afterEach(async ({ engine, app }) => {
    // Where the test is skipped, there is none.
    await site?.close();
    await engine.open(app.url);
  });

  test('of a pointer under which the frame was moved from its corner', async ({ engine }) => {
    const { pointer, button } = await askInCorner(engine, page('127.0.0.1'));
    await engine.run(moveFrame, AWAY.x - button.x, AWAY.y - button.y);
    await new Promise((resolve) => setTimeout(resolve, 56));
    await pointer.press();
    expect(await isAllowed(engine)).toBe(false);
    // The person has had time to look.
    await pointer.press();
    await expect.poll(() => isAllowed(engine)).toBe(true);
  });

  test('of a pointer that was elsewhere in the frame, which was moved', { tag: THOROUGH }, async ({
    engine,
  }) => {
    const { pointer, button } = await askInCorner(engine, page('127.0.0.1'));
    const above = { x: button.x, y: button.y - 90 };
    await pointer.move(above);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await engine.run(moveFrame, 0, above.y - button.y);
    await new Promise((resolve) => setTimeout(resolve, 56));
    await pointer.press();
    expect(await isAllowed(engine)).toBe(false);
  });

  // SECURITY.md: a press in a frame that its page makes invisible counts. Where a browser reports it, the press must not.
  test('but one in a masked frame, which no browser reports', { tag: THOROUGH }, async ({ engine }) => {
    const { pointer, button } = await askInCorner(engine, page('127.0.0.1'));
    await engine.run(() => {
      const frame = document.querySelector('iframe');
      if (frame) frame.style.mask = 'linear-gradient(transparent, transparent)';
    });
    await pointer.move({ x: button.x, y: button.y - 90 });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await pointer.move(button);
    await pointer.press();
    await expect.poll(() => isAllowed(engine)).toBe(true);
  });

  test('nor one in a frame that is almost transparent, in Chromium', { tag: THOROUGH }, async ({
    engine,
  }) => {
    test.skip(engine.name !== 'chromium', 'The browser does not report it.');
    const { pointer, button } = await askInCorner(engine, page('127.0.0.1'));
    await engine.run(() => {
      const frame = document.querySelector('iframe');
      if (frame) frame.style.opacity = '0.01';
    });
    await pointer.move({ x: button.x, y: button.y - 90 });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await pointer.move(button);
    await pointer.press();
    expect(await isAllowed(engine)).toBe(false);
  });

  test('but by one that was', async ({ engine }) => {
    const { pointer, button } = await askInCorner(engine, page('127.0.0.1'));
    await pointer.move({ x: button.x, y: button.y - 90 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await pointer.move(button);
    await pointer.press();
    await expect.poll(() => isAllowed(engine)).toBe(true);
  });

  test('of a finger that does not rest', async ({ engine }) => {
    test.skip(!engine.pointer?.touch, 'The driver has no finger.');
    const { pointer, button } = await askInCorner(engine, page('127.0.0.1'));
    await pointer.touch?.(button, 50);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await pointer.touch?.(button, 50);
    expect(await isAllowed(engine)).toBe(false);
    await pointer.touch?.(button, 1_000);
    await expect.poll(() => isAllowed(engine)).toBe(true);
  });
});
