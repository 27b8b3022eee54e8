import type { LiveContent } from '../../contract/live/live-message.ts';
import type { LiveParams } from '../../contract/live/live-request.ts';
import { onChannelMessage } from '../../contract/realms/channel.ts';
import { hasEnded } from '../../storage/jobs/job-rows.ts';
import { getJob, getJobRow } from '../../storage/jobs/job-store.ts';

/** A message can be lost. */
const LOOK_AGAIN_MS = 5_000;

/** Yields what a session's job made of its sound, once it is done. Nothing if it was deleted, or waits for a model or for room. */
export async function* followJob(id: string, params: LiveParams): AsyncGenerator<LiveContent> {
  const { messages_config, callback, callback_config } = params;
  const isWanted = messages_config.receive_post_processing_events;
  if (!isWanted && !(callback && callback_config?.receive_post_processing_events)) return;
  await untilEndedOrWaiting(id);
  const job = await getJob(id);
  const { result } = job ?? {};
  if (job?.status !== 'done' || !result) return;
  if (result.transcription) yield { type: 'post_transcript', data: result.transcription };
  if (params.post_processing.summarization) {
    const { results, error } = result.summarization ?? { results: null, error: null };
    yield {
      type: 'post_summarization',
      error: error && { message: error.message },
      data: typeof results === 'string' ? { results } : null,
    };
  }
  yield { type: 'post_final_transcript', data: result };
}

async function untilEndedOrWaiting(id: string): Promise<void> {
  const over = new AbortController();
  let ring: () => void = () => undefined;
  onChannelMessage((message) => {
    if ('id' in message && message.id === id) ring();
  }, over.signal);
  try {
    for (;;) {
      const rung = new Promise<void>((resolve) => {
        ring = resolve;
        setTimeout(resolve, LOOK_AGAIN_MS);
      });
      const job = await getJobRow(id);
      if (!job || hasEnded(job) || job.waiting || job.paused || job.deleted) return;
      await rung;
    }
  } finally {
    over.abort();
  }
}
