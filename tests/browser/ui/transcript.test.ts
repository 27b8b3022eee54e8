import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PreRecordedJob } from '../../../src/contract/jobs/pre-recorded-job.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageService, makeDone, makeUtterances, makeWav } from './in-page-service.ts';
import { choose, closePanel, panel } from './open-editor.ts';
import { renderApp } from './render-app.ts';

/** Eighty words without a pause are a paragraph: 32 s. */
async function openTranscript(job: PreRecordedJob, audio = makeWav(8)) {
  const service = new InPageService();
  service.jobs = [job];
  service.audio = audio;
  const rendered = await renderApp({ service, hash: `#/jobs/${job.id}` });
  await expect.element(rendered.screen.getByRole('list', { name: 'Transcript' })).toBeVisible();
  return rendered;
}

const heard = () => document.querySelector('.word.heard')?.textContent;
const position = () => page.getByRole('slider', { name: 'Position' });

describe('the transcript', () => {
  test('a click on a word plays from there, and the word being played is marked', async () => {
    const { screen, service } = await openTranscript(makeDone(makeUtterances(18)));
    expect(service.requests.filter((request) => request.endsWith('/file'))).toEqual([]);
    await screen.getByText('word5', { exact: true }).click();
    await expect.poll(heard).toBe('word5');
    await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect.poll(heard).toMatch(/^word([6-9]|1\d)$/);
    await screen.getByRole('button', { name: 'Pause' }).click();
    expect(service.requests.filter((request) => request.endsWith('/file'))).toHaveLength(1);
  });

  test('the keyboard plays, jumps five seconds, and steps by words', async () => {
    await openTranscript(makeDone(makeUtterances(18)));
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(heard).toBe('word12');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await expect.poll(heard).toBe('word11');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(heard).toBe('word0');
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  });

  test('Tab reaches one time stamp, the arrows the others', async () => {
    const { screen } = await openTranscript(makeDone(makeUtterances(200)), makeWav(81));
    const stamps = screen.getByRole('button', { name: /^Play from/ }).elements();
    expect(stamps.map((stamp) => stamp.getAttribute('tabindex'))).toEqual(['0', '-1', '-1']);
    screen.getByRole('button', { name: 'Play from 0:00' }).element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(stamps[2]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => Number(position().element().getAttribute('max'))).toBeGreaterThan(0);
    await expect.poll(heard).toBe('word160');
  });

  test('sounds are named in the margin, in the editor and where a text is only read', async () => {
    const job = makeDone(makeUtterances(18));
    const sounds = [{ kind: 'applause' as const, start: 3.9, end: 5, confidence: 0.8 }];
    const envelope = { success: true, is_empty: false, exec_time: 1, error: null, results: sounds };
    await openTranscript({
      ...job,
      result: { ...job.result, sound_events: envelope } as PreRecordedJob['result'],
    });
    const named = () => [...document.querySelectorAll('[title="0:03"]')].map((one) => one.textContent);
    await expect.poll(named).toEqual(['[applause]']);
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect.element(page.getByRole('textbox', { name: /^Paragraph at/ }).first()).toBeVisible();
    await expect.poll(named).toEqual(['[applause]']);
  });

  test('uncertain words are highlighted on request, by line and colour, with a legend', async () => {
    const { screen } = await openTranscript(makeDone(makeUtterances(10)));
    const line = (text: string) => {
      const { textDecorationStyle, textDecorationLine, color } = getComputedStyle(
        screen.getByText(text, { exact: true }).element(),
      );
      return { line: `${textDecorationLine} ${textDecorationStyle}`, color };
    };
    await expect.element(screen.getByText('word0', { exact: true })).toBeVisible();
    expect(line('word0').line).toBe('none solid');
    await choose('More', 'Highlight uncertain words');
    await expect.element(screen.getByText('doubtful, below 50%')).toBeVisible();
    expect(line('word0').line).toBe('underline wavy');
    expect(line('word1').line).toBe('underline dotted');
    expect(line('word2').line).toBe('none solid');
    expect(new Set(['word0', 'word1', 'word2'].map((text) => line(text).color)).size).toBe(3);
  });

  test('four hours, 40,000 words: all the text is there, elements only for words near the view', async () => {
    await openTranscript(makeDone(makeUtterances(40_000)));
    const list = page.getByRole('list', { name: 'Transcript' }).element();
    await expect.poll(() => list.children.length).toBe(500);
    expect(list.textContent).toContain('word39999');
    const perWord = () => list.querySelectorAll('.word').length;
    await expect.poll(perWord).toBeGreaterThan(10);
    expect(perWord()).toBeLessThan(2000);
    // Blocks get their real height when they come near, so the end moves while it is being found.
    const wordsAtEnd = () => {
      list.lastElementChild?.scrollIntoView();
      return list.lastElementChild?.querySelectorAll('.word').length;
    };
    await expect.poll(wordsAtEnd).toBe(80);
    expect(perWord()).toBeLessThan(2000);
    await expect.poll(() => list.firstElementChild?.querySelectorAll('.word').length).toBe(0);
  });

  test('a distant word being played is found at once', async () => {
    const service = new InPageService();
    const job = makeDone(makeUtterances(2000));
    service.jobs = [job];
    service.audio = makeWav(801);
    const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
    await expect.element(screen.getByRole('list', { name: 'Transcript' })).toBeVisible();
    await position().fill('600');
    await expect.poll(() => document.querySelector('[data-utterance="18"]')).not.toBeNull();
    document.querySelector('[data-utterance="18"]')?.scrollIntoView();
    await expect.poll(heard).toBe('word1500');
  });

  test('a seek while paused brings its words into view', { tags: THOROUGH_TAG }, async () => {
    await page.viewport(800, 600);
    await openTranscript(makeDone(makeUtterances(2000)), makeWav(810));
    const block = (index: number) => document.querySelector(`[data-utterance="${index}"]`);
    const top = () => block(20)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(heard).toBe('word12');
    expect(top()).toBeGreaterThan(600);
    const slider = position().element();
    if (slider instanceof HTMLInputElement) slider.value = '650';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.poll(top).toBeLessThan(600);
  });

  test('results say how they were made and what they lack, once', { tags: THOROUGH_TAG }, async () => {
    const job = makeDone(makeUtterances(10));
    if (!job.result) throw new Error('A finished job has a result.');
    const envelope = { success: true, is_empty: false, exec_time: 1, error: null };
    const lacking = 'Only the first of 3 parts was read.';
    await openTranscript({
      ...job,
      post_session_metadata: {
        notes: [`summarization: ${lacking}`, 'stt-3 was not installed.'],
        device_reason:
          'Runs on the CPU with one thread, because this browser does not let threads share memory.',
      },
      result: {
        ...job.result,
        summarization: {
          ...envelope,
          results: 'Ten words.',
          made_by: 'model',
          model: 'qwen3-0.6b',
          incomplete: [lacking],
        },
        named_entity_recognition: { ...envelope, is_empty: true, results: [], made_by: 'rules', model: null },
        translation: { ...envelope, results: [], incomplete: ['An enhanced model is not installed.'] },
        diarization: {
          ...envelope,
          success: false,
          error: {
            status_code: 422,
            exception: 'unprocessable_audio',
            message: 'number_of_speakers is 5, but 2 speakers were told apart.',
          },
          results: [],
        },
      },
    });
    await panel('Names');
    await expect.element(page.getByText('Made without a model.')).toBeVisible();
    await panel('Summary');
    await expect.element(page.getByText('Made by qwen3-0.6b.')).toBeVisible();
    expect(page.getByText(lacking).elements()).toHaveLength(1);
    await closePanel();
    await expect.element(page.getByText('stt-3 was not installed.')).toBeVisible();
    await expect
      .element(page.getByText('Speakers: number_of_speakers is 5, but 2 speakers were told apart.'))
      .toBeVisible();
    await expect.element(page.getByText('Translation: An enhanced model is not installed.')).toBeVisible();
    await page.getByText('Transcription details').click();
    await expect.element(page.getByText(/with one thread, because this browser does not/)).toBeVisible();
  });

  test('a recording without speech says so', async () => {
    const service = new InPageService();
    const job = makeDone([]);
    service.jobs = [job];
    const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
    await expect.element(screen.getByText('No speech was found in this recording.')).toBeVisible();
  });

  test('a recording that the browser cannot play says so, and keeps its transcript', async () => {
    const service = new InPageService();
    const job = makeDone(makeUtterances(10));
    service.jobs = [job];
    service.audio = new Blob(['no audio at all']);
    const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
    await screen.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.element(screen.getByText(/cannot play this type of recording/)).toBeVisible();
    await expect.element(screen.getByText('word3', { exact: true })).toBeVisible();
  });

  test('a result that this version of the app cannot read is shown as text, with the reason', async () => {
    const service = new InPageService();
    const job = makeDone(makeUtterances(10));
    const strange = { transcription: { full_transcript: 'What was said.', utterances: 'packed' } };
    service.jobs = [{ ...job, result: strange as never }];
    const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
    const article = screen.getByRole('article');
    await expect.element(article.getByText(/unknown response .* Reload the page/)).toBeVisible();
    await expect.element(screen.getByText('What was said.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit', exact: true }).query()).toBeNull();
  });

  test('an unknown job says that it is not here', async () => {
    const { screen } = await renderApp({ hash: `#/jobs/${crypto.randomUUID()}` });
    await expect
      .element(screen.getByText('This recording is not on this device or has been deleted.'))
      .toBeVisible();
  });
});
