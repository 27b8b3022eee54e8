import type { Message } from '../../lib/errors/msg.ts';
import type { CaptionLine } from './live-captions.ts';
import type { PoolView } from './pool-view.ts';
import type { WritingPlan } from './writing-plan.ts';

/** Messages between the realms of one origin. State lives in storage; a message only says that it changed. */
export type ChannelMessage =
  | { type: 'job-queued'; id: string }
  | {
      type: 'job-changed';
      id: string;
      status: 'queued' | 'processing' | 'done' | 'error';
      progress: number | null;
      secondsLeft: number | null;
      /** What the running job does. */
      stage?: 'reading' | 'listening' | 'speakers' | 'addons' | undefined;
    }
  /** A window of a running job was recognised: its text can be read. */
  | { type: 'job-window'; id: string; window: number }
  /** The text of a window so far, while it is written; `start` in seconds of the recording. */
  | { type: 'job-text'; id: string; window: number; channel: number; start: number; text: string }
  | { type: 'job-deleted'; id: string }
  /** A person stopped the job. */
  | { type: 'job-paused'; id: string }
  /** A person stopped the job, and keeps its text so far. */
  | { type: 'job-enough'; id: string }
  /** A job waits for room in storage, and there is none to note that. */
  | { type: 'job-waiting'; id: string; message: string; texts: Message[] }
  /** An add-on's progress, 0 to 1; `addon` is its key in the API. */
  | { type: 'addon-progress'; id: string; addon: string; fraction: number }
  /** The add-on's whole output so far; before it, what it is going to write. */
  | { type: 'addon-output'; id: string; addon: string; text: string; plan?: WritingPlan }
  /** A transcript was corrected. */
  | { type: 'edit-saved'; id: string }
  /** Recordings were renamed, tagged or moved. */
  | { type: 'library-changed'; ids: readonly string[] }
  /** Another tab asks to correct this transcript. */
  | { type: 'edit-wanted'; id: string }
  /** Something was recorded or shared, or was answered for. */
  | { type: 'arrivals-changed' }
  /** The latest lines of the running live session; none once it has ended. */
  | { type: 'live-text'; lines: readonly CaptionLine[] }
  /** A page that shows them was opened. */
  | { type: 'live-text-wanted' }
  /** What the browser had deleted was put back, as far as it could be. */
  | { type: 'library-put-back' }
  /** A log of the second place has become large, in a realm that cannot settle it. */
  | { type: 'second-place-grown'; id: string }
  | { type: 'models-changed' }
  /** Bytes of a model that is part of the app, stored so far and in all. */
  | { type: 'model-progress'; id: string; received: number; total: number }
  | { type: 'settings-changed' }
  /** A request left the app's origin. */
  | { type: 'egress-changed' }
  | { type: 'deliveries-changed' }
  /** The state of the pool, from the host's tab. */
  | { type: 'pool-seen'; view: PoolView }
  /** This device has left the pool, and given back what it worked on. */
  | { type: 'pool-left' }
  /** Asks for `pool-seen`. */
  | { type: 'pool-wanted' };

const CHANNEL_NAME = 'earshot';

/** This realm's id: it distinguishes the messages of several tabs. */
export const REALM = Math.random().toString(36);

type Sent = ChannelMessage & { realm?: string };

/** Sends one message to every other realm of the origin, and to other listeners in this one. */
export function announce(message: ChannelMessage): void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.postMessage({ ...message, realm: REALM } satisfies Sent);
  channel.close();
}

/** Calls `receive` for every message, with an id of the realm that sent it, until the signal aborts. */
export function onChannelMessage(
  receive: (message: ChannelMessage, realm: string) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.onmessage = ({ data: { realm = '', ...message } }: MessageEvent<Sent>) => receive(message, realm);
  signal.addEventListener('abort', () => channel.close(), { once: true });
}
