import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { wholeChromiumOptions } from '../runner/chromium-options.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

const PLAYING = 'A tab that plays';
const { args, ...options } = wholeChromiumOptions();

test.use({
  launchOptions: {
    ...options,
    // In place of the person who chooses the tab in the browser's dialog.
    args: [...args, `--auto-select-tab-capture-source-by-title=${PLAYING}`],
    // What a muted browser shares is silent.
    ignoreDefaultArgs: ['--mute-audio'],
  },
});

test('the sound that another tab plays is recorded, and transcribed', { tag: THOROUGH }, async ({
  page,
  context,
}) => {
  const said = clip('en_hello.wav');
  const playing = await context.newPage();
  const sound = `data:audio/wav;base64,${readFileSync(said.path, 'base64')}`;
  await playing.setContent(`<title>${PLAYING}</title><audio controls src="${sound}"></audio>`);
  await openApp(page);
  await page.getByRole('button', { name: 'Record a tab or the computer' }).click();
  await expect(page.getByRole('group', { name: 'Recording what is shared' })).toContainText(
    'Stop and transcribe',
  );
  await playing.evaluate(async () => {
    const audio = document.querySelector('audio') ?? new Audio();
    const ended = new Promise((resolve) => audio.addEventListener('ended', resolve));
    await audio.play();
    await ended;
  });
  await page.getByRole('button', { name: 'Stop and transcribe' }).click();
  await expect(page.getByRole('heading', { name: /^Recording .+\.webm$/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText(said.text);
});
