import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { preRecordedRequest } from '../../../src/contract/jobs/pre-recorded-request.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { envelope, makeDone, makeUtterances } from './in-page-service.ts';
import { button, openEditor, openJob, panel, select, useEmptyDatabase } from './open-editor.ts';

useEmptyDatabase();
afterEach(() => vi.restoreAllMocks());

/** A run on the corrected text with a summary, an answer and a name. */
const RUN = {
  ...makeDone([]),
  request_params: preRecordedRequest.parse({ audio_url: `${location.origin}/v2/upload/0` }),
  result: {
    metadata: makeDone([]).result?.metadata,
    summarization: envelope('Speaker 1 greets *everyone*.'),
    action_items: envelope([
      {
        kind: 'action',
        quote: 'I will call.',
        who: 'Speaker 1',
        until: 'by Friday',

        start: 4,
        end: 5,
      },
      {
        kind: 'decision',
        quote: 'We agreed.',
        who: null,
        until: null,

        start: 8,
        end: 9,
      },
    ]),
    audio_to_llm: envelope([
      envelope({ prompt: 'Who asks?', response: 'Speaker 1: “Shall we begin with the first question?”' }),
    ]),
    named_entity_recognition: envelope([
      { entity_type: 'PERSON', text: 'Ada', start: 12, end: 13 },
      { entity_type: 'PERSON', text: 'Ada', start: 65, end: 66 },
    ]),
  } as never,
};

/** Everything that was copied, and everything that was saved, last first. */
function watchExports() {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const made = vi.spyOn(URL, 'createObjectURL');
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return {
    copied: () => written.mock.lastCall?.[0],
    saved: async () => {
      const file = made.mock.lastCall?.[0];
      return { name: names.at(-1), text: file instanceof Blob ? await file.text() : '' };
    },
  };
}

test('each part of the side panel is copied and saved with its times, and empty ones offer neither', {
  tags: THOROUGH_TAG,
}, async () => {
  const exports = watchExports();
  const { service } = await openEditor();
  // Before anything is made of the text there is nothing to take along.
  const before = await panel('Notes');
  await expect.element(before.getByText(/^Select words to highlight/)).toBeVisible();
  expect(before.getByRole('button', { name: 'Copy', exact: true }).elements()).toEqual([]);

  service.addonRuns = [RUN];
  await button('Close the side panel').click();
  select(0, 'good morning');
  await userEvent.keyboard('{Alt>}h{/Alt}');
  const part = await panel('Speakers');
  await part.getByLabelText('Speaker 2', { exact: true }).fill('Grace, =1+1');
  await userEvent.keyboard('{Tab}');
  await part.getByRole('button', { name: 'Download', exact: true }).click();
  await expect.poll(exports.saved).toEqual({
    name: expect.stringMatching(/\.speakers\.csv$/),
    text: expect.stringMatching(
      /^speaker,seconds,share\r\n"Speaker 1",\d+\.\d{3},0\.8\d{3}\r\n"Grace, =1\+1",\d+\.\d{3},0\.1\d{3}\r\n$/,
    ),
  });
  await part.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect
    .poll(exports.copied)
    .toMatch(/: Speakers\n\n- \*\*Speaker 1\*\*: 0:\d\d, 8\d%\n- \*\*Grace, =1\+1\*\*: /);
  await expect.element(part.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();

  await panel('Notes');
  await part.getByLabelText(/^Highlight/).fill('how they begin');
  await userEvent.keyboard('{Tab}');
  await part.getByRole('button', { name: 'Download', exact: true }).click();
  await expect.poll(exports.saved).toEqual({
    name: expect.stringMatching(/\.notes\.md$/),
    text: expect.stringMatching(/: Notes\n\n- `0:01` Highlight “good morning”: how they begin\n$/),
  });

  await panel('Chapters');
  await part.getByLabelText('Title of the new chapter').fill('Thanks');
  await userEvent.keyboard('{Enter}');
  await part.getByRole('button', { name: 'Download', exact: true }).click();
  await expect.poll(exports.saved).toEqual({
    name: expect.stringMatching(/\.chapters\.md$/),
    text: expect.stringMatching(/: Chapters\n\n- `0:00` Thanks\n$/),
  });
});

test('notes are completed with what was said about them, which is marked, exported and taken away', async () => {
  const exports = watchExports();
  await openEditor();
  const part = await panel('Notes');
  await part.getByRole('button', { name: /^Bookmark/ }).click();
  await part.getByLabelText('Bookmark', { exact: true }).fill('first question');
  await userEvent.keyboard('{Tab}');
  await part.getByRole('button', { name: 'Complete my notes' }).click();
  await expect
    .element(part.getByRole('paragraph').filter({ hasText: /^Added/ }))
    .toHaveTextContent('Added 0:16 Shall we begin with the first question of the day?');
  await expect.element(part.getByLabelText('Bookmark', { exact: true })).toHaveValue('first question');
  await part.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect
    .poll(exports.copied)
    .toMatch(/Bookmark: first question\n {2}- Added: “Shall we begin with .*” `0:16`\n$/);
  await part.getByRole('button', { name: 'Remove what was added' }).click();
  await expect.poll(() => part.getByText(/Shall we begin/).elements()).toEqual([]);
});

test('results are copied and saved under the names of the speakers, answers with the moments they cite', {
  tags: THOROUGH_TAG,
}, async () => {
  const exports = watchExports();
  const { service } = await openEditor();
  service.addonRuns = [RUN];
  const part = await panel('Speakers');
  await part.getByLabelText('Speaker 1', { exact: true }).fill('Ada');
  await userEvent.keyboard('{Tab}');
  const copied = async (tab: string) => {
    await panel(tab);
    await part.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(exports.copied).toContain(`: ${tab}\n`);
    return exports.copied();
  };
  expect(await copied('Summary')).toMatch(
    /: Summary\n\n## .+\n\nAda greets \\\*everyone\\\*\.\n\n### Action items\n\n\*\*To do\*\*\n\n- \[ \] \*\*Ada · by Friday\*\*: “I will call\.” `0:04`\n\n\*\*Decided\*\*\n\n- “We agreed\.” `0:08`\n$/,
  );
  expect(await copied('Ask')).toContain(
    '\n\n### Who asks?\n\nAda: “Shall we begin with the first question?”\n\n- `0:16` “Shall we begin',
  );
  expect(await copied('Names')).toMatch(/\n\n\*\*Person\*\*\n\n- Ada `0:12`, `1:05`\n$/);
  await part.getByRole('button', { name: 'Download', exact: true }).click();
  await expect
    .poll(exports.saved)
    .toEqual({ name: expect.stringMatching(/\.names\.md$/), text: exports.copied() });
});

test('a recording of which only a translation was made has no summary to export', async () => {
  const job = makeDone(makeUtterances(10));
  const result = { ...job.result, translation: envelope([]) } as never;
  await openJob({ ...job, result });
  const part = await panel('Summary');
  await expect.element(part.getByRole('button', { name: 'Summarise' })).toBeVisible();
  expect(part.getByRole('button', { name: 'Copy', exact: true }).elements()).toEqual([]);
});
