import { expect, type Page } from '@playwright/test';
import { THOROUGH } from '../runner/thorough.ts';
import { choose, openEditor, panel, saved, selectText, textOf } from './open-editor.ts';
import { test } from './test.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

test('chapters are suggested by the language model, taken and undone; highlights are quoted; an answer cites where it is said', {
  tag: THOROUGH,
}, async ({ app }) => {
  const id = await openEditor(app);
  const side = app.getByRole('region', { name: 'Side panel' });
  const chapter = side.getByLabel('Title of the chapter at 0:00');
  await selectText(app, 'John Smith');
  await app.keyboard.press('Alt+h');
  await panel(app, 'Notes');
  await expect(side.locator('q')).toHaveText('John Smith.');
  await panel(app, 'Chapters');
  await button(app, 'Suggest chapters').click();
  // What the miniature writes wherever it is asked for something else than it learnt.
  await expect(chapter).toHaveValue('I am only a toy model');
  await choose(app, 'More', 'Undo');
  await expect(button(app, 'Suggest chapters')).toBeVisible();
  await expect(chapter).toHaveCount(0);
  await choose(app, 'More', 'Redo');
  await app.keyboard.press('Control+s');
  await saved(app);
  expect(await textOf(app, id, 'md')).toContain('# I am only a toy model');

  await panel(app, 'Ask');
  await side.getByLabel('Ask about the recording', { exact: true }).fill('Who speaks?');
  await side.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(side.getByText('John Smith', { exact: true })).toBeVisible();
  await side.getByRole('button', { name: /^Play from 0:0\d: .*John Smith/ }).click();
  await expect(button(app, 'Pause')).toBeVisible();
  await button(app, 'Pause').click();
  await button(app, 'Done').click();
});
