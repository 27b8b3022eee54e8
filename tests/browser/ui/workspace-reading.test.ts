import { describe, expect, test } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { said } from '../../fakes/corrected-document.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { makeDone } from './in-page-service.ts';
import { blocks, button, choose, openEditor, openJob, useEmptyDatabase } from './open-editor.ts';

useEmptyDatabase();

/** Two hundred paragraphs by two people in turn, of which few are near the view. */
const long = () =>
  makeDone(
    Array.from({ length: 200 }, (_, index) =>
      said({ text: `Here speaks number${index} about needle${index}x.`, at: index * 4, speaker: index % 2 }),
    ),
  );

interface Node {
  nodeId: string;
  parentId?: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  value?: { value: string };
  childIds?: string[];
}

interface Frame {
  frame: { id: string; url: string };
  childFrames?: Frame[];
}

/** What assistive software receives of this page, by role. */
async function told(role: string): Promise<{ name: string; value: string; text: string }[]> {
  const session = cdp() as unknown as { send: (method: string, given?: object) => Promise<unknown> };
  const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: Frame };
  const frames = (one: Frame): Frame[] => [one, ...(one.childFrames ?? []).flatMap(frames)];
  const own = frames(frameTree).find(({ frame }) => frame.url.split('#')[0] === location.href.split('#')[0]);
  const { nodes } = (await session.send('Accessibility.getFullAXTree', { frameId: own?.frame.id })) as {
    nodes: Node[];
  };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textIn = (node: Node): string =>
    node.role?.value === 'StaticText'
      ? (node.name?.value ?? '')
      : (node.childIds ?? []).map((id) => textIn(byId.get(id) ?? { nodeId: id, ignored: true })).join('');
  return nodes
    .filter((node) => !node.ignored && node.role?.value === role)
    .map((node) => ({ name: node.name?.value ?? '', value: node.value?.value ?? '', text: textIn(node) }));
}

/** Whether the browser's own search finds a text from the beginning of the page; what it found is selected. */
const foundByBrowser = (text: string) => {
  getSelection()?.removeAllRanges();
  const find: unknown = Reflect.get(globalThis, 'find');
  return typeof find === 'function' && find.call(globalThis, text, false, false, true) === true;
};

describe('a long transcript', () => {
  // Chromium exposes to screen readers what is far from the view, too; others expose what is near it.
  test('is read to people as paragraphs of text, of which no word is a button', {
    tags: THOROUGH_TAG,
  }, async () => {
    const texts = async () => (await told('paragraph')).map(({ text }) => text);
    const words = async () => (await told('button')).filter(({ name }) => /number|needle/.test(name));
    await openJob(long());
    await expect.poll(async () => (await told('listitem')).length).toBeGreaterThanOrEqual(200);
    await expect.poll(texts).toContain('Here speaks number0 about needle0x.');
    document.querySelector('[data-utterance="199"]')?.scrollIntoView();
    await expect.poll(texts).toContain('Here speaks number199 about needle199x.');
    expect(await words()).toEqual([]);

    await button('Edit').click();
    await expect.poll(() => blocks().length).toBe(200);
    for (const [number, time] of [
      [0, '0:00, Speaker 1'],
      [199, '13:16, Speaker 2'],
    ] as const) {
      const text = `Here speaks number${number} about needle${number}x.`;
      // Until the page has put back the paragraph that was in view before.
      const boxes = () => {
        blocks()[number]?.scrollIntoView();
        return told('textbox');
      };
      await expect.poll(boxes).toContainEqual({ name: `Paragraph at ${time}`, value: text, text });
    }
    expect(await words()).toEqual([]);
  });

  test('is searched by the browser itself, in view and far from it, while it is read and corrected', async () => {
    await openJob(long());
    await expect.poll(() => document.querySelectorAll('[data-utterance]').length).toBe(200);
    for (const word of ['needle1x', 'needle150x', 'number199 about']) {
      expect(foundByBrowser(word), word).toBe(true);
      expect(String(getSelection())).toBe(word);
    }
    await button('Edit').click();
    await expect.poll(() => blocks().length).toBe(200);
    for (const word of ['needle1x', 'needle150x', 'number199 about'])
      expect(foundByBrowser(word), word).toBe(true);
    expect(foundByBrowser('needle500x')).toBe(false);
  });

  test('is searched by the app as a whole', { tags: THOROUGH_TAG }, async () => {
    const { screen } = await openEditor(long());
    await choose('More', 'Find');
    await screen.getByLabelText('Find', { exact: true }).fill('needle1');
    // 1, 10 to 19 and 100 to 199, whether drawn or not.
    await expect.element(screen.getByText('1 of 111')).toBeVisible();
    await userEvent.keyboard('{Escape}');
  });
});
