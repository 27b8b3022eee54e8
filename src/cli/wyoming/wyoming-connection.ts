import type { Socket } from 'node:net';
import { z } from 'zod';
import { AUTOMATIC } from '../../contract/jobs/model-name.ts';
import type { LiveRequest } from '../../contract/live/live-request.ts';
import { LIVE_BIT_DEPTHS, LIVE_SAMPLE_RATES } from '../../contract/live/live-sound.ts';
import { spokenLanguage, type TranscriptionLanguage } from '../../contract/transcripts/language-codes.ts';
import { sentenceOf } from '../command/say-failure.ts';
import { FrameReader, type WyomingEvent, WyomingFault, writeEvent } from './wyoming-frames.ts';
import { INFO, isModel, type WyomingModel } from './wyoming-info.ts';

/** What was said, and its language if it is known. */
export interface Said {
  text: string;
  language: string | null;
}

export interface WyomingLive {
  send(bytes: Buffer): Promise<void>;
  /** Resolves with all that was said once the session has ended. Rejects if nothing could be recognised. */
  stop(): Promise<Said>;
  discard(): Promise<void>;
}

/** Opens a session; `onSaid` is called with each utterance that has ended. */
export type StartLive = (request: LiveRequest, onSaid: (said: Said) => void) => Promise<WyomingLive>;

export interface WyomingOptions {
  startLive: StartLive;
  /** Spoken where the client does not say it; null for the detected one. */
  language: TranscriptionLanguage | null;
  /** Whether recordings remain after their transcript was sent. */
  keeps: boolean;
}

const soundFormat = z.object({
  rate: z.literal(LIVE_SAMPLE_RATES),
  width: z.int().min(1).max(LIVE_BIT_DEPTHS.length),
  channels: z.int().min(1).max(8),
});
type SoundFormat = z.infer<typeof soundFormat>;

const texts = z.array(z.string().min(1).max(200)).max(1000).nullish();
const transcribe = z.object({
  name: z.string().nullish(),
  language: z.string().nullish(),
  transcript_names: texts,
  transcript_terms: texts,
});

/** What `transcribe` asked for. */
interface Asked {
  model: WyomingModel;
  language: TranscriptionLanguage | null;
  vocabulary: { value: string; intensity: number }[];
}

interface Session {
  format: SoundFormat;
  live: WyomingLive;
  /** Whether text was sent while it was spoken. */
  isStreamed: boolean;
}

/** Names come before terms, as the protocol has it. */
const INTENSITY = { name: 0.7, term: 0.4 };

/** Serves one client of the Wyoming protocol until it goes. */
export async function serveWyoming(socket: Socket, options: WyomingOptions): Promise<void> {
  const connection = new WyomingConnection(socket, options);
  const reader = new FrameReader();
  try {
    // A fault is still answered.
    for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
      for (const event of reader.push(bytes)) await connection.take(event);
    }
  } catch (error) {
    // A connection that broke has nobody to read of it.
    if (error instanceof WyomingFault) connection.refuse(error);
  } finally {
    await connection.leave();
    socket.end();
  }
}

class WyomingConnection {
  readonly #socket: Socket;
  readonly #options: WyomingOptions;
  #asked: Asked;
  #session: Session | null = null;

  constructor(socket: Socket, options: WyomingOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#asked = { model: AUTOMATIC, language: options.language, vocabulary: [] };
  }

  /** Answers a message. Throws only what ends the connection. */
  async take(event: WyomingEvent): Promise<void> {
    try {
      await this.#answer(event);
    } catch (error) {
      const fault = error instanceof WyomingFault ? error : new WyomingFault('failed', sentenceOf(error));
      await this.leave();
      if (fault.endsConnection) throw fault;
      this.refuse(fault);
    }
  }

  refuse({ code, message }: WyomingFault): void {
    this.#send('error', { text: message, code });
  }

  /** Ends a session whose client has gone or gone wrong: its sound becomes a job. */
  async leave(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.live.stop().catch(() => undefined);
  }

  async #answer({ type, data, payload }: WyomingEvent): Promise<void> {
    if (type === 'describe') this.#send('info', INFO);
    else if (type === 'ping') this.#send('pong', { text: data.text ?? null });
    else if (type === 'transcribe') this.#ask(data);
    else if (type === 'audio-start') await this.#start(data);
    else if (type === 'audio-chunk') await this.#takeChunk(data, payload);
    else if (type === 'audio-stop') await this.#stop();
    // Others are left alone, as the protocol has it.
  }

  #ask(data: Record<string, unknown>): void {
    if (this.#session) throw new WyomingFault('wrong-order', 'transcribe came after audio-start.');
    const { name, language, transcript_names, transcript_terms } = read(transcribe, data, 'transcribe');
    const model = name || AUTOMATIC;
    if (!isModel(model)) throw new WyomingFault('unknown-model', `There is no model ${model}.`);
    const code = language ? spokenLanguage(language) : this.#options.language;
    if (language && code === null)
      throw new WyomingFault('unknown-language', `The language ${language} is not transcribed.`);
    const vocabulary = [
      ...(transcript_names ?? []).map((value) => ({ value, intensity: INTENSITY.name })),
      ...(transcript_terms ?? []).map((value) => ({ value, intensity: INTENSITY.term })),
    ];
    this.#asked = { model, language: code, vocabulary };
  }

  async #start(data: Record<string, unknown>): Promise<void> {
    if (this.#session) throw new WyomingFault('wrong-order', 'audio-start came twice without audio-stop.');
    const format = read(soundFormat, data, 'audio-start');
    this.#session = { format, isStreamed: false, live: await this.#live(format) };
  }

  #live({ rate, width, channels }: SoundFormat): Promise<WyomingLive> {
    const { model, language, vocabulary } = this.#asked;
    const request: LiveRequest = {
      encoding: 'wav/pcm',
      sample_rate: rate,
      bit_depth: LIVE_BIT_DEPTHS[width - 1],
      channels,
      model,
      language_config: { languages: language === null ? [] : [language] },
      ...(vocabulary.length > 0 && {
        realtime_processing: { custom_vocabulary: true, custom_vocabulary_config: { vocabulary } },
      }),
    };
    return this.#options.startLive(request, (said) => this.#stream(said));
  }

  #stream({ text, language }: Said): void {
    const session = this.#session;
    if (!session || text === '') return;
    if (!session.isStreamed) this.#send('transcript-start', language === null ? {} : { language });
    this.#send('transcript-chunk', { text: session.isStreamed ? ` ${text}` : text });
    session.isStreamed = true;
  }

  async #takeChunk(data: Record<string, unknown>, payload: Buffer): Promise<void> {
    if (!this.#session) throw new WyomingFault('wrong-order', 'audio-chunk came before audio-start.');
    const { format, live } = this.#session;
    const { rate, width, channels } = read(soundFormat, { ...format, ...data }, 'audio-chunk');
    if (rate !== format.rate || width !== format.width || channels !== format.channels)
      throw new WyomingFault('changed-format', 'The sound changed its format after audio-start.');
    await live.send(payload);
  }

  async #stop(): Promise<void> {
    if (!this.#session) throw new WyomingFault('wrong-order', 'audio-stop came before audio-start.');
    const { live } = this.#session;
    const { text, language } = await live.stop();
    const isStreamed = this.#session?.isStreamed ?? false;
    this.#session = null;
    this.#asked = { model: AUTOMATIC, language: this.#options.language, vocabulary: [] };
    // What its client could not read is kept.
    if (this.#socket.destroyed || !this.#socket.writable) return;
    if (!isStreamed) this.#send('transcript-start', language === null ? {} : { language });
    this.#send('transcript', { text, ...(language !== null && { language }) });
    this.#send('transcript-stop');
    if (!this.#options.keeps) await live.discard();
  }

  #send(type: string, data?: Record<string, unknown>): void {
    if (this.#socket.writable) this.#socket.write(writeEvent(type, data));
  }
}

function read<Shape>(schema: z.ZodType<Shape>, data: unknown, what: string): Shape {
  const { data: value, error } = schema.safeParse(data);
  if (value !== undefined) return value;
  const [issue] = error?.issues ?? [];
  const field = issue?.path.join('.') || 'its data';
  throw new WyomingFault(
    'invalid-data',
    `${what}: ${field} is not supported (${issue?.message ?? 'unknown'}).`,
  );
}
