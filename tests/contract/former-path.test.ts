import { beforeEach, describe, expect, it } from 'vitest';
import { asJson, ORIGIN, type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';
import { description, faultsOf } from './validate-by-schema.ts';

const FORMER = '/v2/transcription';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const read = async (path: string) => (await service.call(path)).json();

describe('/v2/transcription, the former path', () => {
  it('creates a job and gives its address there [§4.2 Method and path, Success]', async () => {
    const { address } = await putAudio();
    const response = await service.call(FORMER, asJson({ audio_url: address }));
    expect(response.status).toBe(200);
    const created = await response.json();
    expect(faultsOf('CreatedJob', created)).toEqual([]);
    expect(created.result_url).toBe(`${ORIGIN}${FORMER}/${created.id}`);
    expect(await read(`${FORMER}/${created.id}`)).toEqual(await read(`/v2/pre-recorded/${created.id}`));
  });

  it('refuses what the present path refuses, in the same shape', async () => {
    const [former, present] = await Promise.all(
      [FORMER, '/v2/pre-recorded'].map(async (path) => {
        const response = await service.call(path, asJson({ model: 'stt-9' }));
        const { validation_errors } = await response.json();
        return { status: response.status, validation_errors };
      }),
    );
    expect(former).toEqual(present);
    expect(former?.status).toBe(400);
  });

  it('lists the same jobs, with pages of its own path', async () => {
    const { id } = await putJob({ created_at: '2026-01-01T00:00:00.000Z' });
    await putJob({ created_at: '2026-01-02T00:00:00.000Z' });
    const page = await read(`${FORMER}?limit=1&offset=1`);
    expect(faultsOf('JobPage', page)).toEqual([]);
    expect(page.items).toEqual([await read(`${FORMER}/${id}`)]);
    expect(page.first).toBe(`${ORIGIN}${FORMER}?limit=1&offset=0`);
  });

  it('gives the audio of a job, also as the audio of another', async () => {
    const audio = await putAudio();
    const { id } = await putJob({ audio_id: audio.id });
    const file = await service.call(`${FORMER}/${id}/file`);
    expect(await file.text()).toBe('0123456789');
    const again = await service.call(FORMER, asJson({ audio_url: `${ORIGIN}${FORMER}/${id}/file` }));
    const { result_url } = await again.json();
    expect((await read(new URL(result_url).pathname)).file.id).toBe(audio.id);
  });

  it('deletes a job', async () => {
    const { id } = await putJob();
    expect((await service.call(`${FORMER}/${id}`, { method: 'DELETE' })).status).toBe(202);
    expect((await service.call(`/v2/pre-recorded/${id}`)).status).toBe(404);
  });

  it('is deprecated in the description, with every operation of the specification', () => {
    const paths: Record<
      string,
      Record<string, { deprecated?: boolean; operationId?: string }>
    > = description.paths;
    // What the specification does not have, nobody calls by its former path.
    const present = ['/v2/pre-recorded', '/v2/pre-recorded/{id}', '/v2/pre-recorded/{id}/file'];
    for (const path of present) {
      const former = paths[path.replace('/v2/pre-recorded', FORMER)] ?? {};
      expect(Object.keys(former)).toEqual(Object.keys(paths[path] ?? {}));
      for (const operation of Object.values(former)) expect(operation.deprecated).toBe(true);
      for (const operation of Object.values(paths[path] ?? {})) expect(operation.deprecated).toBeUndefined();
    }
  });
});
