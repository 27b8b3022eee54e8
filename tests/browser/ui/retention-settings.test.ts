import { expect, test } from 'vitest';
import { retentionClient } from '../../../src/client/settings/retention-rules.ts';
import { addJob, getJobRow } from '../../../src/storage/jobs/job-store.ts';
import { changeEntries } from '../../../src/storage/library/library-rows.ts';
import { job } from '../../fakes/empty-database.ts';
import { useEmptyDatabase } from './open-editor.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();

test('rules are set, what goes this week is listed, and a pinned recording leaves the list', async () => {
  const at = new Date(Date.now() - 89 * 24 * 3_600_000).toISOString();
  const audioId = crypto.randomUUID();
  const file = {
    id: audioId,
    filename: `${audioId} talk.wav`,
    source: null,
    audio_duration: 1,
    number_of_channels: 1,
  };
  const { id } = (await addJob(job({ status: 'done', created_at: at, completed_at: at, file }))) ?? {
    id: '',
  };
  // A retry begins like the first time.
  await retentionClient.save([]);
  const { screen, library } = await renderApp();
  library.change = changeEntries;
  await screen.getByRole('button', { name: 'Settings' }).click();
  const kept = screen.getByRole('region', { name: 'How long recordings are kept' });
  await kept.getByRole('button', { name: 'Add a rule' }).click();
  await kept.getByLabelText('Everything (days)').fill('90');
  await kept.getByLabelText('Sound (days)').click();
  const going = kept.getByRole('list', { name: 'To be deleted this week' });
  const old = going.getByRole('listitem').filter({ hasText: audioId });
  await expect.element(old).toHaveTextContent('Everything');
  expect(await retentionClient.rules()).toEqual([{ folder: null, tag: null, sound_days: 90, all_days: 90 }]);
  // A second rule for all recordings would mean nothing.
  await expect.element(kept.getByRole('button', { name: 'Add a rule' })).not.toBeInTheDocument();
  await old.getByRole('button', { name: 'Pin' }).click();
  await expect.element(old).not.toBeInTheDocument();
  expect((await getJobRow(id))?.library?.pinned).toBe(true);
});
