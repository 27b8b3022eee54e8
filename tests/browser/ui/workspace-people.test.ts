import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readCorrected } from '../../../src/client/corrections/corrected-transcripts.ts';
import { suggestNamesHere } from '../../../src/client/voices/suggest-in-page.ts';
import { preRecordedRequest } from '../../../src/contract/jobs/pre-recorded-request.ts';
import { changeStores } from '../../../src/storage/database/change-stores.ts';
import { changeVoiceMemory, getVoiceMemory } from '../../../src/storage/voices/voice-store.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { envelope, makeDone } from './in-page-service.ts';
import {
  block,
  blocks,
  button,
  choose,
  closePanel,
  openEditor,
  painted,
  panel,
  SAID,
  save,
  select,
  useEmptyDatabase,
} from './open-editor.ts';

useEmptyDatabase();

const dialog = () => page.getByRole('dialog');
const at = () => Number((page.getByLabelText('Position').element() as HTMLInputElement).value);
const names = () =>
  [...document.querySelectorAll('[data-paragraph]')].map(
    (one) => one.closest('li')?.querySelector('.voice')?.textContent,
  );

describe('speakers', () => {
  test('are one line each: named by two excerpts in turn, and added', async () => {
    await openEditor();
    const speakers = await panel('Speakers');
    const excerpts = speakers.getByRole('button', { name: /^Play Speaker/ });
    await expect
      .poll(() => excerpts.elements().map((one) => one.getAttribute('aria-label')))
      .toEqual(['Play Speaker 1 at 0:01', 'Play Speaker 2 at 0:10']);
    const line = () =>
      speakers.getByLabelText('Speaker 1', { exact: true }).element().closest('div')?.offsetHeight;
    expect(line()).toBeLessThan(50);
    await excerpts.first().click();
    await speakers.getByRole('button', { name: 'Play Speaker 1 at 0:16' }).click();
    await expect.poll(at).toBeGreaterThan(16);
    await speakers.getByLabelText('Speaker 2', { exact: true }).fill('Grace');
    await userEvent.keyboard('{Tab}');
    await speakers.getByRole('button', { name: 'Add speaker' }).click();
    await expect.element(speakers.getByLabelText('Speaker 3', { exact: true })).toBeVisible();
    await expect.element(speakers.getByText(/^16%$/)).toBeVisible();
    await closePanel();
    await expect.poll(names).toEqual(['Speaker 1', 'Grace', 'Speaker 1']);
    await button('Pause').click();
  });

  test('are not shown for the only voice of a recording, until it has a name', async () => {
    await openEditor(makeDone(SAID.map((one) => ({ ...one, speaker: 0 }))));
    await expect.poll(names).toEqual(blocks().map(() => undefined));
    const speakers = await panel('Speakers');
    await speakers.getByLabelText('Speaker 1', { exact: true }).fill('Ada');
    await userEvent.keyboard('{Tab}');
    await closePanel();
    await expect.poll(names).toContain('Ada');
  });

  test('are renamed everywhere, given a paragraph, and made one person, each by a click on a name', {
    tags: THOROUGH_TAG,
  }, async () => {
    await openEditor();
    await button('Speaker: Speaker 1. Change').first().click();
    await dialog().getByLabelText('Name of Speaker 1, everywhere').fill('Ada');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    await expect.poll(names).toEqual(['Ada', 'Speaker 2', 'Ada']);
    await button('Speaker: Speaker 2. Change').click();
    await dialog().getByRole('button', { name: 'Ada' }).first().click();
    await expect.poll(names).toEqual(['Ada', 'Ada', 'Ada']);
    await choose('More', 'Undo');
    await expect.poll(names).toEqual(['Ada', 'Speaker 2', 'Ada']);
    await button('Speaker: Speaker 2. Change').click();
    await dialog().getByRole('button', { name: 'Ada' }).last().click();
    await expect.poll(names).toEqual(['Ada', 'Ada', 'Ada']);
    const speakers = await panel('Speakers');
    await expect.poll(() => speakers.getByLabelText(/^Speaker \d/).elements().length).toBe(1);
    await closePanel();
    select(0, 'good morning');
    await userEvent.keyboard('{Alt>}s{/Alt}');
    await dialog().getByLabelText('Only the selected words').click();
    await dialog().getByLabelText('New speaker').fill('Ben');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(names).toEqual(['Ada', 'Ben', 'Ada', 'Ada', 'Ada']);
    await expect.poll(() => blocks().map(({ textContent }) => textContent)[1]).toBe('good morning');
  });

  test('are suggested by what is said, taken by one press, and refused for good', async () => {
    const asked: string[] = [];
    suggestNamesHere(async (utterances) => {
      asked.push(...utterances.map(({ text }) => text));
      const all = { channel: 0, quote: 'Thanks, Ben.', start: 10 };
      return [
        { ...all, speaker: 0, name: 'Ben' },
        { ...all, speaker: 1, name: 'Carl', quote: "I'm Carl." },
      ];
    });
    const { job } = await openEditor();
    const speakers = await panel('Speakers');
    const said = speakers.getByText("Perhaps Carl: I'm Carl.");
    await expect.element(said).toBeVisible();
    expect(asked).toContain('Uh morning to you.');
    await speakers.getByRole('button', { name: 'Not Ben' }).click();
    await expect.element(speakers.getByText(/Perhaps Ben/)).not.toBeInTheDocument();
    await speakers.getByRole('button', { name: 'Use this name' }).click();
    await expect.element(speakers.getByLabelText('Speaker 2', { exact: true })).toHaveValue('Carl');
    await save();
    const kept = (await readCorrected(job.id))?.document;
    expect(kept?.speakers.map(({ name, not_named }) => [name, not_named])).toEqual([
      [null, ['Ben']],
      ['Carl', undefined],
    ]);
    await expect.poll(() => speakers.getByText(/^Perhaps/).elements()).toEqual([]);
    suggestNamesHere(async () => []);
  });

  test('take names from an invitation: whole ones for those that are said, and the last one that is left', {
    tags: THOROUGH_TAG,
  }, async () => {
    suggestNamesHere(async () => [{ speaker: 0, channel: 0, quote: "I'm Ada.", start: 0, name: 'Ada' }]);
    const { job } = await openEditor();
    const speakers = await panel('Speakers');
    const lines = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:one',
      'DTSTAMP:20261129T080000Z',
      'DTSTART:20261130T090000Z',
      'SUMMARY:Weekly',
      'ORGANIZER;CN=Ada King:mailto:ada@example.org',
      'ATTENDEE;CN="Müller, Jörg":mailto:joerg@example.org',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    const field = speakers.getByLabelText('Names from an invitation');
    await userEvent.upload(field, new File(['hello'], 'hello.ics'));
    await expect.element(page.getByText(/not the invitation of one meeting/)).toBeVisible();
    await userEvent.upload(field, new File([lines.join('\r\n')], 'weekly.ics', { type: 'text/calendar' }));
    await expect.element(speakers.getByText("Perhaps Ada King: I'm Ada.")).toBeVisible();
    await speakers.getByRole('button', { name: 'Use this name' }).click();
    await expect.element(speakers.getByText('Perhaps Jörg Müller, who was invited: Weekly')).toBeVisible();
    const choices = [...document.querySelectorAll('#invited option')].map((one) => one.getAttribute('value'));
    expect(choices).toEqual(['Jörg Müller']);
    await speakers.getByRole('button', { name: 'Not Jörg Müller' }).click();
    await expect.element(speakers.getByText(/who was invited/)).not.toBeInTheDocument();
    await save();
    const kept = (await readCorrected(job.id))?.document;
    expect(kept?.speakers.map(({ name, not_named }) => [name, not_named])).toEqual([
      ['Ada King', undefined],
      [null, ['Jörg Müller']],
    ]);
    expect(kept?.invitation).toEqual({ title: 'Weekly', names: ['Ada King', 'Jörg Müller'] });
    suggestNamesHere(async () => []);
  });

  test('whose words are doubtful are looked at one after another, by a button or a key', async () => {
    const doubtful = SAID.map((utterance, index) => ({
      ...utterance,
      words: utterance.words.map((word, at) =>
        (index === 0 && at < 2) || (index === 2 && at > 7) ? { ...word, speaker_confidence: 0.4 } : word,
      ),
    }));
    await openEditor(makeDone(doubtful));
    const speakers = await panel('Speakers');
    await speakers.getByRole('button', { name: 'Check speakers (2)' }).click();
    await expect.poll(() => painted('whose')).toEqual(['Um,', 'day?', 'good', 'the']);
    await expect.poll(() => getSelection()?.toString()).toBe('Um, good');
    const bar = page.getByRole('toolbar', { name: 'Check speakers' });
    await bar.getByRole('button', { name: 'Right speaker' }).click();
    await expect.poll(() => getSelection()?.toString()).toBe('the day?');
    await expect.element(bar.getByRole('button', { name: 'Doubtful speakers (1)' })).toBeVisible();
    await bar.getByRole('button', { name: 'Other speaker…' }).click();
    await dialog().getByLabelText('Only the selected words').click();
    await dialog().getByRole('button', { name: 'Speaker 2' }).first().click();
    await expect.poll(names).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2']);
    await expect.element(bar.getByRole('button', { name: 'Doubtful speakers (0)' })).toBeVisible();
    await userEvent.keyboard('{F9}');
    await expect.element(page.getByText('No speakers are doubtful.')).toBeVisible();
  });

  test('are suggested by the voices of people who were named before, in the panel and beside a paragraph', async () => {
    await changeVoiceMemory(() => ({ remember: true }));
    const vector = (at: number) => Float32Array.from({ length: 2 }, (_, index) => (index === at ? 1 : 0));
    const job = makeDone(SAID);
    const model = 'network';
    const turn = { channel: 0, end: 24 };
    await changeVoiceMemory(() => ({
      people: [
        { name: 'Ada', samples: [{ job_id: 'earlier', model, vector: vector(0) }] },
        { name: 'Grace', samples: [{ job_id: 'earlier', model, vector: vector(1) }] },
      ],
    }));
    const voices = [
      { ...turn, vector: vector(0), start: 0, end: 4 },
      { ...turn, vector: vector(1), start: 9.5, end: 14 },
    ];
    await changeStores(['job-voices'], (rows) =>
      rows.objectStore('job-voices').put({ job_id: job.id, model, distance: 0.5, voices }),
    );
    await openEditor(job);
    const speakers = await panel('Speakers');
    await expect.element(speakers.getByText('Sounds like Ada.')).toBeVisible();
    await speakers.getByText('Sounds like Grace.').getByRole('button', { name: 'Use this name' }).click();
    await expect.element(speakers.getByText('Sounds like Grace.')).not.toBeInTheDocument();
    await closePanel();
    await expect.poll(names).toEqual(['Speaker 1', 'Grace', 'Speaker 1']);
    await button('Speaker: Speaker 1. Change').first().click();
    await dialog().getByRole('button', { name: 'Use this name' }).click();
    await expect.poll(names).toEqual(['Ada', 'Grace', 'Ada']);
    const remember = (await panel('Speakers')).getByRole('checkbox', { name: /^Remember the voices/ });
    await expect.element(remember).toBeChecked();
    await remember.click();
    await expect.poll(async () => (await getVoiceMemory()).remember).toBe(false);
    await closePanel();
  });

  test('have their names in captions, in summaries and in answers, which cite moments that play', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { service } = await openEditor();
    service.addonRuns = [
      {
        ...makeDone([]),
        request_params: preRecordedRequest.parse({ audio_url: `${location.origin}/v2/upload/0` }),
        result: {
          metadata: makeDone([]).result?.metadata,
          summarization: envelope('Speaker 1 greets everyone; Speaker 2 and Speaker 01 answer.'),
          audio_to_llm: envelope([
            envelope({
              prompt: 'Who asks?',
              response: 'Speaker 1: “Shall we begin with the first question?”',
            }),
          ]),
        } as never,
      },
    ];
    await button('Speaker: Speaker 1. Change').first().click();
    await dialog().getByLabelText('Name of Speaker 1, everywhere').fill('Ada');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    const summary = await panel('Summary');
    await expect
      .element(summary.getByText('Ada greets everyone; Speaker 2 and Speaker 01 answer.'))
      .toBeVisible();
    const ask = await panel('Ask');
    await expect.element(ask.getByText(/^Ada: “Shall we begin/)).toBeVisible();
    await ask.getByRole('button', { name: /^Play from 0:16: Shall we begin/ }).click();
    await expect.poll(at).toBeGreaterThan(15.9);
    await closePanel();
    await button('Pause').click();
    await choose('More', 'Captions');
    await expect
      .poll(() => page.getByRole('row', { name: 'Caption 1', exact: true }).element().textContent)
      .toContain('Ada');
  });
});

test('highlights, bookmarks and chapters are made, played, changed and undone, across the views', {
  tags: THOROUGH_TAG,
}, async () => {
  const { job } = await openEditor();
  select(0, 'good morning');
  await userEvent.keyboard('{Alt>}h{/Alt}');
  await expect.poll(() => painted('noted')).toEqual(['good', 'morning']);
  await userEvent.keyboard('{Alt>}l{/Alt}');
  await expect.poll(at).toBeGreaterThan(4.9);
  const notes = await panel('Notes');
  await notes.getByLabelText(/^Highlight/).fill('how they begin');
  await userEvent.keyboard('{Tab}');
  await notes.getByRole('button', { name: 'Bookmark 0:05' }).click();
  const chapters = await panel('Chapters');
  await chapters.getByLabelText('Title of the new chapter').fill('Thanks');
  await chapters.getByRole('button', { name: 'Add chapter at 0:05' }).click();
  await expect.element(chapters.getByLabelText('Title of the chapter at 0:05')).toHaveValue('Thanks');
  await panel('Notes');
  await notes.getByRole('button', { name: 'Play from 0:01' }).click();
  await expect.poll(at).toBeLessThan(4);
  await closePanel();
  await button('Pause').click();
  await save();
  const stored = async () => (await readCorrected(job.id))?.document;
  expect(await stored()).toMatchObject({
    notes: [{ kind: 'highlight', text: 'how they begin' }, { kind: 'bookmark' }],
    chapters: [{ title: 'Thanks' }],
  });

  // One history for notes, text and captions: what was last done is undone first, whatever is shown.
  select(1, 'morning');
  // At once: keys that come slowly are steps of their own.
  document.execCommand('insertText', false, 'evening');
  await choose('More', 'Captions');
  await expect.element(page.getByLabelText('Text of caption 2')).toBeVisible();
  await page.getByLabelText('End of caption 1').fill('0:09.5');
  await userEvent.keyboard('{Enter}');
  const end = () => (page.getByLabelText('End of caption 1').element() as HTMLInputElement).value;
  await expect.poll(end).toBe('0:09.500');
  await choose('More', 'Text');
  await expect.poll(() => blocks().length).toBe(3);
  for (const left of [
    { cues: null, text: 'Uh evening to you.', chapters: 1, notes: 2 },
    { cues: null, text: 'Uh morning to you.', chapters: 1, notes: 2 },
    { cues: null, text: 'Uh morning to you.', chapters: 0, notes: 2 },
    { cues: null, text: 'Uh morning to you.', chapters: 0, notes: 1 },
  ]) {
    await choose('More', 'Undo');
    await expect.poll(() => block(1).textContent).toBe(left.text);
    await save();
    const now = await stored();
    expect({
      cues: now?.cues,
      text: left.text,
      chapters: now?.chapters.length,
      notes: now?.notes.length,
    }).toEqual(left);
  }
});
