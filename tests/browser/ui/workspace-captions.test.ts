import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { button, choose, openEditor, panel, useEmptyDatabase } from './open-editor.ts';

useEmptyDatabase();

const pictures = import.meta.env.VITE_PICTURES;

/** Keeps a picture to look at, where that is asked for. */
async function keep(name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

test('captions ask three questions; each place has its rules, and the rest is folded', {
  tags: THOROUGH_TAG,
}, async () => {
  await page.viewport(1280, 900);
  await openEditor();
  const section = await panel('Caption rules');
  const [whom, where, rows] = ['For whom', 'Where', 'How many rows'].map((name) =>
    section.getByRole('combobox', { name }),
  );
  if (!whom || !where || !rows) throw new Error('A question is missing.');
  expect(
    section
      .getByRole('combobox')
      .elements()
      .filter((element) => (element as HTMLElement).checkVisibility()),
  ).toHaveLength(3);
  await section.getByText('Further rules').click();
  const columns = section.getByRole('spinbutton', { name: 'Characters in a row' });
  for (const [place, limit] of [
    ['netflix', '42'],
    ['bbc', '37'],
    ['ebu', '40'],
    ['dcmp', '32'],
  ] as const) {
    await where.selectOptions(place);
    await expect.element(columns).toHaveAttribute('placeholder', limit);
    await keep(`panel-${place}`);
  }
  await rows.selectOptions('1');
  await expect.element(rows).toHaveValue('1');
  await whom.selectOptions('children');
  await expect
    .element(section.getByRole('spinbutton', { name: 'Characters a second' }))
    .toHaveAttribute('placeholder', '13');

  for (const wrong of ['0', '-3', '101', '1.5']) {
    await columns.fill(wrong);
    await userEvent.keyboard('{Tab}');
    await expect.element(columns, { message: wrong }).toBeInvalid();
  }
  await columns.clear();
  await section.getByRole('spinbutton', { name: 'Shortest' }).fill('9');
  await userEvent.keyboard('{Tab}');
  await expect.element(section.getByRole('alert')).toHaveTextContent('at least 9 s and at most 7 s');
  await expect
    .element(section.getByRole('spinbutton', { name: 'Shortest' }))
    .toHaveAttribute('placeholder', '2');
});

test('a look is shown as it is painted; a colour that cannot be read is named', async () => {
  await page.viewport(1280, 900);
  await openEditor();
  const section = await panel('Caption rules');
  await section.getByText('Look', { exact: true }).click();
  for (const look of ['highlight', 'fill', 'pop', 'box']) {
    await section.getByRole('combobox', { name: 'Spoken word' }).selectOptions(look);
    await keep(`look-${look}`);
  }
  await section.getByRole('combobox', { name: 'Spoken word' }).selectOptions('highlight');
  const colour = section.getByLabelText('Colour of the spoken word').element() as HTMLInputElement;
  colour.value = '#101040';
  colour.dispatchEvent(new Event('change', { bubbles: true }));
  await expect
    .element(section.getByRole('alert'))
    .toHaveTextContent(/its contrast is 1\.\d, and 4\.5 is needed/);
  await section.getByRole('combobox', { name: 'Where' }).selectOptions('tall');
  await expect.element(section.getByRole('combobox', { name: 'Words at a time' })).toHaveValue('3');
  await keep('tall');
  document.documentElement.dataset.theme = 'dark';
  await keep('tall-dark');
  await page.viewport(390, 844);
  await panel('Caption rules');
  await keep('tall-phone-dark');
  delete document.documentElement.dataset.theme;
  await keep('tall-phone');
});

test('what breaks a rule is marked in the text, and mended by one button', async () => {
  await page.viewport(1280, 900);
  await openEditor();
  const section = await panel('Caption rules');
  await section.getByRole('combobox', { name: 'Where' }).selectOptions('netflix');
  await choose('More', 'Captions');
  const text = page.getByLabelText('Text of caption 2');
  await text.fill('Uh (music) morning to you, I have 3 of them here and many more of those there');
  await userEvent.keyboard('{Tab}');
  const row = () => text.element().closest('[data-cue]');
  const marked = () => [...(row()?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent);
  await text.click();
  await button('Off-screen, in italics').click();
  await expect.poll(() => getComputedStyle(text.element()).fontStyle).toBe('italic');
  await expect.poll(marked).toContain('(music)');
  expect(marked()).toContain('3');
  await keep('marked');
  document.documentElement.dataset.theme = 'dark';
  await keep('marked-dark');
  delete document.documentElement.dataset.theme;
  await button('Write [music]').click();
  await expect.poll(() => (text.element() as HTMLTextAreaElement).value).toContain('[music]');
  await button('Write three').click();
  await expect.poll(() => (text.element() as HTMLTextAreaElement).value).toContain('have three of');
  await button('Break rows anew').click();
  await expect
    .poll(() => (text.element() as HTMLTextAreaElement).value.split('\n').length)
    .toBeGreaterThan(1);
});
