import type {
  TranscriptCall,
  TranscriptOutcome,
  TranscriptWorkReply,
} from '../../../contract/realms/transcript-work.ts';

/** How long a call may take to come after it was asked for: the caller may have been ended. */
const CALL_LIMIT_MS = 30_000;

/** Does one call that comes by a port, while it holds a lock. */
export const serveCall = (
  port: MessagePort,
  lock: string,
  work: (call: TranscriptCall) => Promise<TranscriptOutcome>,
): Promise<void> => navigator.locks.request(lock, () => serveOnce(port, work));

export const bytesOf = (outcome: TranscriptOutcome): Transferable[] =>
  'value' in outcome && typeof outcome.value.content !== 'string' ? [outcome.value.content.buffer] : [];

async function serveOnce(
  port: MessagePort,
  work: (call: TranscriptCall) => Promise<TranscriptOutcome>,
): Promise<void> {
  const reply = (message: TranscriptWorkReply, transferred: Transferable[] = []) =>
    port.postMessage(message, transferred);
  const coming = new Promise<TranscriptCall | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), CALL_LIMIT_MS);
    port.onmessage = ({ data }: MessageEvent<TranscriptCall>) => {
      clearTimeout(timer);
      resolve(data);
    };
  });
  reply('here');
  const call = await coming;
  if (call) {
    await work(call).then(
      (outcome) => reply(outcome, bytesOf(outcome)),
      (error: unknown) => {
        console.error(error);
        reply({ fault: String(error) });
      },
    );
  }
  port.close();
}
