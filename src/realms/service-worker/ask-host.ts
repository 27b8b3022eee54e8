import { HOST_LOCK } from '../../contract/realms/host-lock.ts';
import {
  TRANSCRIPT_WORK,
  type TranscriptCall,
  type TranscriptOutcome,
  type TranscriptWorkMessage,
  type TranscriptWorkReply,
} from '../../contract/realms/transcript-work.ts';

/** How long the host's tab may take to answer, and its worker to start. */
const ANSWER_MS = 1_000;
const START_MS = 10_000;
/** How long an answer may be on its way after the worker has let go of its lock. */
const LATE_MS = 5_000;

interface Page {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** Has a worker of the host's tab import, export or search. Null if that tab is closed before it answers. */
export async function askHost(
  call: TranscriptCall,
  pages: () => Promise<readonly Page[]>,
): Promise<TranscriptOutcome | null> {
  const { held } = await navigator.locks.query();
  if (!held?.some(({ name }) => name === HOST_LOCK)) return null;
  const lock = `${TRANSCRIPT_WORK}-${crypto.randomUUID()}`;
  const ports: MessagePort[] = [];
  const over = new AbortController();
  try {
    return await new Promise<TranscriptOutcome | null>((resolve, reject) => {
      let timer = setTimeout(() => resolve(null), ANSWER_MS);
      const wait = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => resolve(null), ms);
      };
      const receive = (port: MessagePort, reply: TranscriptWorkReply) => {
        if (reply === 'coming') wait(START_MS);
        else if (reply === 'here') {
          clearTimeout(timer);
          port.postMessage(call);
          navigator.locks.request(lock, { signal: over.signal }, () => wait(LATE_MS)).catch(() => undefined);
        } else if ('fault' in reply) reject(new Error(reply.fault));
        else resolve(reply);
      };
      // Only the host answers, and no other realm can find out which page that is.
      void pages().then((all) => {
        for (const page of all) {
          const { port1, port2 } = new MessageChannel();
          ports.push(port1);
          port1.onmessage = ({ data }: MessageEvent<TranscriptWorkReply>) => receive(port1, data);
          const message: TranscriptWorkMessage = { type: TRANSCRIPT_WORK, kind: call.kind, lock };
          page.postMessage(message, [port2]);
        }
      }, reject);
    });
  } finally {
    over.abort();
    for (const port of ports) port.close();
  }
}
