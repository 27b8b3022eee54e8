import { afterEach, beforeEach, expect } from 'vitest';
import type { TranscriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import { deliverDue } from '../../src/host/notify/notify.ts';
import { updateJob } from '../../src/storage/jobs/job-store.ts';
import { addWebhook } from '../../src/storage/notifications/webhook-store.ts';
import { ControlledTime } from '../fakes/controlled-time.ts';
import { Receiver } from '../fakes/receiver.ts';
import { asJson, type Service, startService } from './service.ts';

export const EVENTS = ['transcription.created', 'transcription.success', 'transcription.error'] as const;

export const result: TranscriptionResult = {
  metadata: { audio_duration: 2, number_of_distinct_channels: 1, billing_time: 2, transcription_time: 1 },
};

export let service: Service;
export let receiver: Receiver;
export let time: ControlledTime;

/** Gives each test of a file a service, and a receiver of its notifications. */
export function notifyEachTest(): void {
  beforeEach(async () => {
    service = await startService();
    receiver = await new Receiver().start();
    time = new ControlledTime();
  });
  afterEach(() => receiver.stop());
}

export const deliver = () => deliverDue(new AbortController().signal, time);

export async function create(params: Record<string, unknown> = {}): Promise<string> {
  const response = await service.call(
    '/v2/pre-recorded',
    asJson({ audio_url: 'https://elsewhere.example/talk.mp3', ...params }),
  );
  expect(response.status).toBe(200);
  return (await response.json()).id;
}

export async function finish(id: string): Promise<void> {
  await updateJob(id, () => ({ status: 'processing' }));
  await updateJob(id, () => ({ status: 'done', completed_at: new Date().toISOString(), result }));
}

export async function fail(id: string): Promise<void> {
  const error = { code: 'remote_audio', status: 502, message: 'The audio could not be fetched.' };
  await updateJob(id, () => ({ status: 'error', error }));
}

export const webhook = (changes: Partial<Parameters<typeof addWebhook>[0]> = {}) =>
  addWebhook({
    name: 'Shop',
    url: receiver.address('/hook'),
    events: [...EVENTS],
    secret: null,
    enabled: true,
    ...changes,
  });

export const bodies = (path: string) =>
  receiver.received.filter((one) => one.path === path).map(({ text }) => JSON.parse(text));
