import type { LiveMessage } from '../../contract/live/live-message.ts';
import type { LiveRequest } from '../../contract/live/live-request.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { inEnglish, type Message, msg } from '../../lib/errors/msg.ts';
import type { ApiClient } from '../api/api-client.ts';
import { usualMicrophone } from './capture/microphone-settings.ts';
import type { LiveConnection } from './open-live.ts';

export type LiveSource = 'microphone' | 'screen' | MediaStream;

export interface LiveTextOptions {
  /**
   * The microphone by default; `screen` is what a tab or the computer plays, and a stream is yours. With several, each is a channel.
   * `samples` is sound that you `send` yourself, in the encoding, rate and channels of the request.
   */
  source?: LiveSource | readonly LiveSource[] | 'samples';
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
  /** Leaves the session: its sound remains, and is offered in the app as an interrupted recording. */
  signal?: AbortSignal | undefined;
}

export interface LiveText {
  /** Id of the session, and of the job that it becomes. */
  id: string;
  /** Adds interleaved samples, where the source is `samples`. */
  send(samples: Uint8Array): void;
  /** Resolves once the session has ended, by either side; rejects with AppError if it was lost or deleted. */
  readonly ended: Promise<void>;
  /** Ends the recording and resolves once the last words came: the job is queued. */
  stop(): Promise<void>;
}

/** Call it at a click. Resolves when the sound is recorded. Rejects with AppError where a source cannot be opened. */
export async function live(
  { source = 'microphone', request = {}, onText, onPartial, onMessage, onProblem, signal }: LiveTextOptions,
  api: ApiClient,
): Promise<LiveText> {
  const { openLive } = await import('./open-live.ts');
  const report = (problem: Message) => onProblem?.(inEnglish(problem));
  const take = (message: LiveMessage) => {
    onMessage?.(message);
    if (message.type !== 'transcript') return;
    const text = message.data.utterance.text.trim();
    if (message.data.is_final) onText(text, message);
    else onPartial?.(text, message);
  };
  const open = (request: LiveRequest) =>
    openLive(request, { onMessage: take, onProblem: report, signal }, api);
  if (source === 'samples') {
    const connection = await open(request);
    return {
      id: connection.id,
      ended: connection.ended,
      send: (samples) => connection.send(samples),
      stop: () => connection.stop(),
    };
  }
  return capture([source].flat(), { request, open, report, signal });
}

interface CaptureOptions {
  request: LiveRequest;
  open: (request: LiveRequest) => Promise<LiveConnection>;
  report: (problem: Message) => void;
  signal: AbortSignal | undefined;
}

/** Opens the sources, then a session for their sound. */
async function capture(
  sources: readonly LiveSource[],
  { request, open, report, signal }: CaptureOptions,
): Promise<LiveText> {
  const { SoundCapture } = await import('./capture/sound-capture.ts');
  let connection: LiveConnection | null = null;
  /** Sound from before the session is open. */
  const early: Uint8Array[] = [];
  const captured = await SoundCapture.open(sources, usualMicrophone(sources.length), {
    onSound: ({ samples }) => {
      const bytes = new Uint8Array(samples.buffer);
      if (connection) connection.send(bytes);
      else early.push(bytes);
    },
    onProblems: (problems) => problems.forEach(report),
    onLost: () => undefined,
  });
  try {
    const format = { encoding: 'wav/pcm', bit_depth: 16, channels: sources.length } as const;
    connection = await open({ ...request, ...format, sample_rate: rateOf(captured.sampleRate) });
  } catch (error) {
    await captured.close();
    throw error;
  }
  const opened = connection;
  for (const bytes of early) opened.send(bytes);
  signal?.addEventListener('abort', () => void captured.close(), { once: true });
  const close = () => void captured.close();
  opened.ended.then(close, close);
  return {
    id: opened.id,
    ended: opened.ended,
    send: () => {
      throw new AppError('invalid_request', msg`Only a session whose source is \`samples\` takes samples.`);
    },
    async stop() {
      await captured.close();
      await opened.stop();
    },
  };
}

/** The rate as the contract has it, which capturing takes, too. */
const rateOf = (rate: number) => {
  const known = ([16_000, 32_000, 44_100, 48_000] as const).find((one) => one === rate);
  if (known === undefined) throw new RangeError(`No session takes sound of ${rate} Hz.`);
  return known;
};
