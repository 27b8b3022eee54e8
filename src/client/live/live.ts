import type { LiveMessage } from '../../contract/live/live-message.ts';
import type { LiveRequest } from '../../contract/live/live-request.ts';
import type { Message } from '../../lib/errors/msg.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { LiveConnection } from './open-live.ts';

export type LiveSource = 'microphone' | 'screen';

export interface LiveTextOptions {
  /** The microphone by default; `screen` is what a tab or the computer plays. With both, each is a channel. */
  source?: LiveSource | readonly LiveSource[];
  /** Called with the text of each utterance that has ended. */
  onText(text: string, message: LiveMessage): void;
  /** Called with the text of an utterance so far. Of its words, those that are settled never change again. */
  onPartial?(text: string, message: LiveMessage): void;
  /** Called with each message of the session. */
  onMessage?(message: LiveMessage): void;
  /** Called with the reason, in English, for what goes wrong and ends nothing. */
  onProblem?(reason: string): void;
  /** All else that a session may be asked for, such as its languages. */
  request?: LiveRequest;
  /** Leaves the session: its sound stays, and is offered in the app as an interrupted recording. */
  signal?: AbortSignal | undefined;
}

export interface LiveText {
  /** Of the session, and of the job that it becomes. */
  id: string;
  /** Ends the recording and resolves once the last words came: the job is queued. */
  stop(): Promise<void>;
}

/** The browser's own processing, as the app has it by default. */
const MICROPHONE = { deviceId: null, noiseSuppression: true, autoGainControl: true, echoCancellation: true };

/**
 * Transcribes sound while it is made; call it at a click. Resolves when the sound is recorded. Rejects with AppError that says why a
 * source could not be opened, or as creating the session does.
 */
export async function live(
  { source = 'microphone', request = {}, onText, onPartial, onMessage, onProblem, signal }: LiveTextOptions,
  api: ApiClient,
): Promise<LiveText> {
  const [{ openLive }, { SoundCapture }, { inEnglish }] = await Promise.all([
    import('./open-live.ts'),
    import('./capture/sound-capture.ts'),
    import('../../lib/errors/msg.ts'),
  ]);
  const tell = (problem: Message) => onProblem?.(inEnglish(problem));
  const sources = [source].flat();
  let connection: LiveConnection | null = null;
  /** Sound from before the session is open. */
  const early: Uint8Array[] = [];
  const capture = await SoundCapture.open(sources, MICROPHONE, {
    onSound: ({ samples }) => {
      const bytes = new Uint8Array(samples.buffer);
      if (connection) connection.send(bytes);
      else early.push(bytes);
    },
    onProblems: (problems) => problems.forEach(tell),
    onLost: () => undefined,
  });
  const take = (message: LiveMessage) => {
    onMessage?.(message);
    if (message.type !== 'transcript') return;
    const text = message.data.utterance.text.trim();
    if (message.data.is_final) onText(text, message);
    else onPartial?.(text, message);
  };
  try {
    const format = { encoding: 'wav/pcm', bit_depth: 16, channels: sources.length } as const;
    const sample_rate = rateOf(capture.sampleRate);
    connection = await openLive(
      { ...request, ...format, sample_rate },
      { onMessage: take, onProblem: tell, signal },
      { api },
    );
  } catch (error) {
    await capture.close();
    throw error;
  }
  const { id, stop } = { id: connection.id, stop: () => connection?.stop() };
  for (const bytes of early) connection.send(bytes);
  signal?.addEventListener('abort', () => void capture.close(), { once: true });
  return {
    id,
    async stop() {
      await capture.close();
      await stop();
    },
  };
}

/** The rate as the contract has it: capturing knows the same. */
const rateOf = (rate: number) => {
  const known = ([16_000, 32_000, 44_100, 48_000] as const).find((one) => one === rate);
  if (known === undefined) throw new RangeError(`No session takes sound of ${rate} Hz.`);
  return known;
};
