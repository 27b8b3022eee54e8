import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { changed, documentOf } from '../../../tests/fakes/corrected-document.ts';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { mergeSpeakers, renameSpeaker } from '../../document/edits/edit-speakers.ts';
import { addJob, deleteJob } from '../../storage/jobs/job-store.ts';
import { getJobVoices, type JobVoices, keepJobVoices } from '../../storage/voices/voice-store.ts';
import { storeCorrected } from '../corrections/corrected-transcripts.ts';
import { learnVoices, soundsLike, voicesClient } from './voice-memory.ts';

/** Two people who sound unlike each other, and one who sounds like the first. */
const ANNA = Float32Array.of(1, 0, 0);
const BEN = Float32Array.of(0, 1, 0);
const LIKE_ANNA = Float32Array.of(0.96, 0.28, 0);

const TALK = documentOf(
  { text: 'Good morning everybody.', at: 0, speaker: 0 },
  { text: 'Thank you.', at: 10, speaker: 1 },
);

const voicesOf = (
  job_id: string,
  [first, second]: readonly [Float32Array, Float32Array],
  changes: Partial<JobVoices> = {},
): JobVoices => ({
  job_id,
  model: 'network',
  distance: 0.5,
  voices: [
    { vector: first, channel: 0, start: 0, end: 2 },
    { vector: second, channel: 0, start: 10, end: 11 },
  ],
  ...changes,
});

/** A finished job of these two people, whose voices were kept. */
async function talk(...given: Parameters<typeof voicesOf> extends [string, ...infer Rest] ? Rest : never) {
  const { id } = (await addJob(job({ id: crypto.randomUUID() }))) ?? {};
  if (!id) throw new Error('The job was not stored.');
  await keepJobVoices(voicesOf(id, ...given));
  return id;
}

const named = (id: string, name: string, document = TALK) =>
  changed(document, (now) => renameSpeaker(now, id, name));

const names = async (id: string, document = TALK) => Object.fromEntries(await soundsLike(id, document));

beforeEach(emptyDatabase);

describe('voices', () => {
  it('are not kept until somebody wants it', async () => {
    const id = await talk([ANNA, BEN]);
    expect(await getJobVoices(id)).toBeNull();
    await learnVoices(id, named('s0', 'Anna'));
    expect(await voicesClient.get()).toEqual({ remember: false, people: [] });
  });

  it('are named once, and suggested in the next recording for whom nobody has named', async () => {
    await voicesClient.remember(true);
    await learnVoices(await talk([ANNA, BEN]), named('s0', 'Anna'));
    const next = await talk([BEN, LIKE_ANNA]);
    expect(await names(next)).toEqual({ s1: 'Anna' });
    expect(await names(next, named('s1', 'Zoe'))).toEqual({});
  });

  it('are learnt from the names that are saved with corrections', async () => {
    await voicesClient.remember(true);
    const id = await talk([ANNA, BEN]);
    await storeCorrected(
      id,
      named('s0', 'Anna'),
      { revision: 0, document: null },
      { sitting: 'a', change: 1 },
    );
    await expect
      .poll(async () => (await voicesClient.get()).people.map(({ name }) => name))
      .toEqual(['Anna']);
  });

  it('go with a name that was taken back, and follow one that was corrected', async () => {
    await voicesClient.remember(true);
    const id = await talk([ANNA, BEN]);
    await learnVoices(id, named('s0', 'Ana'));
    await learnVoices(id, named('s0', 'Anna'));
    expect((await voicesClient.get()).people.map(({ name }) => name)).toEqual(['Anna']);
    await learnVoices(id, TALK);
    expect((await voicesClient.get()).people).toEqual([]);
  });

  it('belong to the person who talks then, also after two speakers were made one', async () => {
    await voicesClient.remember(true);
    const merged = changed(TALK, (now) => mergeSpeakers(now, 's0', 's1'));
    await learnVoices(await talk([ANNA, LIKE_ANNA]), named('s1', 'Anna', merged));
    expect((await voicesClient.get()).people[0]?.samples).toHaveLength(2);
  });

  it('are compared with those of the same network alone', async () => {
    await voicesClient.remember(true);
    await learnVoices(await talk([ANNA, BEN]), named('s0', 'Anna'));
    expect(await names(await talk([ANNA, BEN], { model: 'another' }))).toEqual({});
  });

  it('are not suggested while remembering is off, and are there when it is on again', async () => {
    await voicesClient.remember(true);
    await learnVoices(await talk([ANNA, BEN]), named('s0', 'Anna'));
    const next = await talk([ANNA, BEN]);
    await voicesClient.remember(false);
    expect(await names(next)).toEqual({});
    await voicesClient.remember(true);
    expect(await names(next)).toEqual({ s0: 'Anna' });
  });

  it('go with their job, one by one, and all at once', async () => {
    await voicesClient.remember(true);
    const id = await talk([ANNA, BEN]);
    await learnVoices(id, named('s1', 'Ben', named('s0', 'Anna')));
    const next = await talk([ANNA, BEN]);
    await voicesClient.forget('Anna');
    expect(await names(next)).toEqual({ s1: 'Ben' });
    await deleteJob(id);
    expect(await getJobVoices(id)).toBeNull();
    // What a person has named outlives the recording that it was learnt from.
    expect(await names(next)).toEqual({ s1: 'Ben' });
    await voicesClient.forgetAll();
    expect(await getJobVoices(next)).toBeNull();
    expect(await voicesClient.get()).toEqual({ remember: false, people: [] });
  });
});
