import { afterEach, describe, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../../../src/ui/texts/choose-language.ts';
import { withTexts } from '../../../src/ui/texts/interface-language.svelte.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageService, makeDone, makeUtterances } from './in-page-service.ts';
import { openEditor, useEmptyDatabase } from './open-editor.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();
afterEach(() => chooseLanguage(null));

describe('the language of the interface', () => {
  test('changes at once, and what was typed stays', async () => {
    withTexts(() => undefined);
    const service = new InPageService();
    service.jobs = [makeDone(makeUtterances(3))];
    const { screen } = await renderApp({ service });
    await screen.getByRole('searchbox', { name: 'Search recordings' }).fill('word1');
    await chooseLanguage('fr');
    await expect.element(screen.getByRole('heading', { name: 'Enregistrements' })).toBeVisible();
    await expect
      .element(screen.getByRole('searchbox', { name: 'Rechercher des enregistrements' }))
      .toHaveValue('word1');
    expect(document.documentElement.lang).toBe('fr');
    await chooseLanguage('de');
    await expect.element(screen.getByRole('heading', { name: 'Aufnahmen' })).toBeVisible();
    await chooseLanguage(null);
    await expect.element(screen.getByRole('heading', { name: 'Recordings' })).toBeVisible();
    expect(document.documentElement.lang).toBe('en');
  });
});

test('speakers without a name are called in the language of the interface, on the page and in exports', {
  tags: THOROUGH_TAG,
}, async () => {
  withTexts(() => undefined);
  const made = vi.spyOn(URL, 'createObjectURL');
  const saved = async () => {
    const file = made.mock.calls.at(-1)?.[0];
    return file instanceof Blob ? file.text() : '';
  };
  const utterances = makeUtterances(40).map((utterance, index) => ({ ...utterance, speaker: index % 2 }));
  const { screen } = await openEditor(makeDone(utterances));
  await chooseLanguage('de');
  await expect
    .element(screen.getByRole('button', { name: 'Sprecher: Sprecher 2. Ändern' }).first())
    .toBeVisible();
  await screen.getByRole('button', { name: 'Fertig', exact: true }).click();
  await expect.poll(() => document.querySelector('ol.transcript')?.textContent).toContain('Sprecher 2');

  await screen.getByRole('button', { name: 'Exportieren', exact: true }).click();
  await screen.getByRole('button', { name: 'Text', exact: true }).click();
  await screen.getByLabelText('Zeitmarken').selectOptions('off');
  await screen.getByRole('dialog').getByRole('button', { name: 'Herunterladen', exact: true }).click();
  await expect.poll(saved).toMatch(/^Sprecher 1:/);
  await screen.getByRole('button', { name: 'Exportieren', exact: true }).click();
  await screen.getByRole('button', { name: 'Weitere Formate' }).click();
  await screen.getByLabelText('Format').selectOptions('csv');
  await screen.getByRole('dialog').getByRole('button', { name: 'Herunterladen', exact: true }).click();
  await expect.poll(saved).toMatch(/,"Sprecher 2",/);
  made.mockRestore();
});

describe('a transcript in Arabic', () => {
  test('stands right to left, in the transcript and where it is corrected, even behind a foreign name', async () => {
    const service = new InPageService();
    const job = makeDone([{ ...makeUtterances(1)[0], language: 'ar', text: 'Ada قالت مرحبا' }] as ReturnType<
      typeof makeUtterances
    >);
    service.jobs = [job];
    const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
    const list = screen.getByRole('list', { name: 'Transcript' });
    await expect.element(list).toBeVisible();
    const direction = (selector: string) => {
      const shown = document.querySelector(selector);
      return shown && getComputedStyle(shown).direction;
    };
    await expect.poll(() => direction('[lang="ar"]')).toBe('rtl');
    await screen.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect.poll(() => direction('[role="textbox"][lang="ar"]')).toBe('rtl');
    expect(direction('html')).toBe('ltr');
  });
});
