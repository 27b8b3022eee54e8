import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { THOROUGH } from '../runner/thorough.ts';
import { caretAt, choose, openEditor, panel, paragraph, saved, textOf } from './open-editor.ts';
import { test } from './test.ts';

test.describe('correcting a transcript', () => {
  test('find and replace goes across words; "always" makes an entry of the dictionary', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const id = await openEditor(app);
    await choose(app, 'More', 'Find');
    await app.getByLabel('Find', { exact: true }).fill('john smith');
    await expect(app.getByText('1 of 1')).toBeVisible();
    await app.getByLabel('Replace by').fill('Jon Smyth');
    await app.getByLabel('Always correct this').check();
    await app.getByRole('button', { name: 'Replace all' }).click();
    await expect(paragraph(app)).toContainText('Jon Smyth.');
    await app.keyboard.press('Control+s');
    await saved(app);
    expect(await textOf(app, id)).toContain('Jon Smyth.');
    await app.getByRole('button', { name: 'Settings' }).click();
    await expect(app.getByLabel('Spellings that Jon Smyth replaces')).toHaveValue('john smith');
    await app.getByRole('button', { name: 'Delete Jon Smyth' }).click();
    await app.keyboard.press('Escape');
  });

  test('two tabs: the second is told, takes over on request, and nothing is lost', async ({ app }) => {
    const id = await openEditor(app);
    await caretAt(app, 'Hello');
    await app.keyboard.type('Well, ');
    const second = await app.context().newPage();
    await second.goto(`/#/jobs/${id}`);
    await second.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(second.getByText('being corrected in another tab')).toBeVisible();
    await second.getByRole('button', { name: 'Correct it here' }).click();
    await expect(paragraph(second)).toContainText('Well, Hello');
    await expect(app.getByText('being corrected in another tab')).toBeVisible();
    await caretAt(second, 'Hello');
    await second.keyboard.type('then: ');
    await second.keyboard.press('Control+s');
    await saved(second);
    await second.close();
    await expect.poll(() => textOf(app, id)).toContain('Well, then: Hello');
  });

  test('captions, notes, a summary, a waveform; a crash of the page loses nothing that was saved', async ({
    app,
  }) => {
    const id = await openEditor(app);
    await expect(app.locator('.waveform path')).toHaveAttribute('d', /^M.*v/);
    await panel(app, 'Notes');
    await app.getByRole('button', { name: /^Bookmark / }).click();
    await panel(app, 'Chapters');
    await app.getByLabel('Title of the new chapter').fill('Greeting');
    await app.getByRole('button', { name: /^Add chapter/ }).click();
    await app.keyboard.press('Escape');

    await choose(app, 'More', 'Captions');
    const caption = app.getByLabel('Text of caption 1');
    await caption.fill((await caption.inputValue()).replace('Smith', 'Smythe'));
    await caption.press('Tab');
    const { violations } = await new AxeBuilder({ page: app }).analyze();
    expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([]);
    await choose(app, 'More', 'Text');
    await expect(paragraph(app)).toContainText('Smythe');
    const summary = await panel(app, 'Summary');
    await summary.getByRole('button', { name: 'Summarise' }).click();
    await expect(app.getByRole('region', { name: 'Summary' })).toContainText('Made by');
    await app.keyboard.press('Escape');
    await app.getByRole('button', { name: 'Done', exact: true }).click();
    expect(await textOf(app, id, 'srt')).toContain('Smythe');
    expect(await textOf(app, id, 'md')).toContain('Greeting');

    const second = await app.context().newPage();
    await second.goto(`/#/jobs/${id}`);
    await second.getByRole('button', { name: 'Edit', exact: true }).click();
    await caretAt(second, 'Hello');
    await second.keyboard.type('Well, ');
    await saved(second);
    const crashed = second.waitForEvent('crash');
    await second.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await second.close();
    expect(await textOf(app, id)).toContain('Well, Hello');
    await app.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(paragraph(app)).toContainText('Well, Hello');
    await app.getByRole('button', { name: 'Done', exact: true }).click();
  });
});
