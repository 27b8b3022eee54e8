import type { LiveMessage } from '../../../contract/live/live-message.ts';
import type { RealtimeConfig, RealtimeRequest } from '../../../contract/openai/realtime-request.ts';
import type { Utterance, Word } from '../../../contract/transcripts/utterance.ts';
import { fromBase64 } from '../../../lib/bytes/base64.ts';
import { inEnglish } from '../../../lib/errors/msg.ts';
import type { LiveConnection, LiveOptions } from '../../live/open-live.ts';
import { ofNamedModel } from '../named-models.ts';
import { toOpenAiFailure } from '../openai-error.ts';
import { logprobsOf } from '../openai-results.ts';
import { type RealtimeFault, readRequest } from './read-request.ts';
import {
  bytesPerSecond,
  firstConfig,
  liveRequestOf,
  ofSound,
  sessionOf,
  updated,
} from './realtime-config.ts';
import { type Item, idOf, newItem, type Recording } from './realtime-recording.ts';

/** What OpenAI's service takes for a commit, seconds. */
const LEAST_SECONDS = 0.1;

export interface RealtimeHooks {
  send(event: object): void;
  openLive(request: ReturnType<typeof liveRequestOf>, options: LiveOptions): Promise<LiveConnection>;
  /** Deletes a live session with its sound. */
  discard(id: string): Promise<void>;
}

interface RealtimeOptions {
  /** Model in the address; null if it names none. */
  model: string | null;
  /** Whether the client speaks as before the API was generally available. */
  isFormer: boolean;
}

/** A session of OpenAI's Realtime wire that transcribes, by live sessions of `/v2`. */
export class RealtimeSession {
  readonly #id = idOf('sess');
  readonly #hooks: RealtimeHooks;
  readonly #isFormer: boolean;
  #config: RealtimeConfig;
  #recording: Recording | null = null;
  #seconds = 0;
  #previous: string | null = null;

  constructor({ model, isFormer }: RealtimeOptions, hooks: RealtimeHooks) {
    this.#hooks = hooks;
    this.#isFormer = isFormer;
    this.#config = firstConfig(model);
    this.#send(isFormer ? 'transcription_session.created' : 'session.created', {
      session: sessionOf(this.#id, this.#config, isFormer),
    });
  }

  /** Takes a frame of the client. */
  receive(data: string | Uint8Array): void {
    const read = readRequest(data);
    const fault = 'fault' in read ? read.fault : this.#act(read.request);
    if (!fault) return;
    const event_id = 'request' in read ? (read.request.event_id ?? null) : null;
    this.sendError({ event_id, ...fault });
  }

  /** The client has gone: its sound becomes a recording. Resolves once that is stored, and rejects if it is lost. */
  async end(): Promise<void> {
    const recording = this.#recording;
    this.#recording = null;
    if (recording) await (await recording.opening).stop(true);
  }

  sendError({
    type = 'invalid_request_error',
    param = null,
    event_id = null,
    ...fault
  }: RealtimeFault): void {
    this.#send('error', { error: { type, ...fault, param, event_id } });
  }

  #send(type: string, content: object): void {
    this.#hooks.send({ type, event_id: idOf('event'), ...content });
  }

  #act(request: RealtimeRequest): RealtimeFault | null {
    switch (request.type) {
      case 'session.update':
      case 'transcription_session.update':
        return this.#update(request);
      case 'input_audio_buffer.append':
        this.#append(fromBase64(request.audio));
        return null;
      case 'input_audio_buffer.commit':
        return this.#commit();
      default:
        this.#clear();
        return null;
    }
  }

  #update(request: Extract<RealtimeRequest, { session: object }>): RealtimeFault | null {
    const next = updated(this.#config, request);
    if (this.#recording && ofSound(next) !== ofSound(this.#config)) {
      const message = 'The sound so far was taken otherwise: commit it before this update.';
      return { code: 'session_update_too_late', message, param: 'session' };
    }
    this.#config = next;
    const isFormer = request.type !== 'session.update';
    this.#send(isFormer ? 'transcription_session.updated' : 'session.updated', {
      session: sessionOf(this.#id, next, isFormer),
    });
    return null;
  }

  #append(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const recording = this.#recording ?? this.#open();
    this.#recording = recording;
    recording.bytes += bytes.length;
    this.#seconds += bytes.length / bytesPerSecond(this.#config);
    recording.opening.then((live) => live.send(bytes)).catch(() => undefined);
  }

  #open(): Recording {
    const { model = '' } = this.#config.transcription;
    const recording: Recording = {
      bytes: 0,
      offset: this.#seconds,
      item: newItem(),
      spokenFrom: null,
      byPauses: this.#config.turn_detection !== null,
      fault: null,
      isDropped: false,
      opening: this.#hooks
        .openLive(liveRequestOf(this.#config), {
          onMessage: (message) => this.#take(recording, message),
          onProblem: (problem) =>
            this.#report(recording, { code: 'recognition_problem', message: inEnglish(problem) }),
        })
        .catch((error: unknown) => Promise.reject(ofNamedModel(error, model))),
    };
    recording.opening.catch((error: unknown) => {
      const { code, ...fault } = toOpenAiFailure(error).body.error;
      this.#report(recording, { ...fault, code: code ?? fault.type });
      // The next sound tries again.
      if (this.#recording === recording) this.#recording = null;
    });
    return recording;
  }

  #report(recording: Recording, fault: RealtimeFault): void {
    recording.fault = fault.message;
    if (!recording.isDropped) this.sendError({ type: 'server_error', ...fault });
  }

  #commit(): RealtimeFault | null {
    const recording = this.#recording;
    const seconds = (recording?.bytes ?? 0) / bytesPerSecond(this.#config);
    if (!recording || seconds < LEAST_SECONDS) {
      const message = `buffer too small. Expected at least 100ms of audio, but buffer only has ${(seconds * 1000).toFixed(2)}ms of audio.`;
      return {
        code: 'input_audio_buffer_commit_empty',
        message: `Error committing input audio buffer: ${message}`,
      };
    }
    this.#recording = null;
    this.#announce(recording.item);
    // Later words are of this commit, whatever pauses there are.
    recording.byPauses = false;
    recording.opening
      .then((live) => live.stop())
      .then(
        () => this.#complete(recording, seconds),
        (error: unknown) => this.#sendFailed(recording.item, toOpenAiFailure(error).body.error.message),
      );
    return null;
  }

  /** What was recognised between pauses remains, with the whole recording; otherwise nothing of the sound does. */
  #clear(): void {
    const recording = this.#recording;
    this.#recording = null;
    if (recording) {
      recording.isDropped = true;
      recording.opening
        .then(async (live) => {
          if (recording.byPauses) return live.stop(true);
          live.close();
          await this.#hooks.discard(live.id);
        })
        .catch(console.warn);
    }
    this.#send('input_audio_buffer.cleared', {});
  }

  #take(recording: Recording, message: LiveMessage): void {
    if (recording.isDropped) return;
    if (message.type === 'transcript')
      this.#takeText(recording, message.data.utterance, message.data.is_final);
    if (!recording.byPauses) return;
    if (message.type !== 'speech_start' && message.type !== 'speech_end') return;
    const { time } = message.data;
    recording.spokenFrom = message.type === 'speech_start' ? time : null;
    this.#sendSpeech(message.type === 'speech_start' ? 'started' : 'stopped', recording, time);
  }

  #sendSpeech(to: 'started' | 'stopped', { item: { id }, offset }: Recording, time: number): void {
    const at = { [to === 'started' ? 'audio_start_ms' : 'audio_end_ms']: Math.round((offset + time) * 1000) };
    this.#send(`input_audio_buffer.speech_${to}`, { ...at, item_id: id });
  }

  #takeText(recording: Recording, utterance: Utterance & { settled_words?: number }, isFinal: boolean): void {
    const { item } = recording;
    const settled = isFinal ? utterance.words : utterance.words.slice(0, utterance.settled_words ?? 0);
    const fresh = settled.slice(item.sent);
    const delta = textOf([...item.words, ...fresh]).slice(textOf(item.words).length);
    item.words.push(...fresh);
    item.sent = isFinal ? 0 : settled.length;
    if (utterance.language) item.languages.add(utterance.language);
    if (delta)
      this.#send(`${TRANSCRIPTION}.delta`, {
        ...{ item_id: item.id, content_index: 0, delta },
        ...this.#logprobs(fresh),
      });
    if (!isFinal || !recording.byPauses) return;
    const { spokenFrom } = recording;
    const { start, end } = utterance;
    // One that is divided ends while somebody speaks.
    if (spokenFrom !== null && spokenFrom < end) this.#sendSpeech('stopped', recording, end);
    this.#announce(item);
    this.#complete(recording, end - start);
    recording.item = newItem();
    if (spokenFrom !== null) this.#sendSpeech('started', recording, Math.max(spokenFrom, end));
  }

  /** An item is in the conversation from now on. */
  #announce({ id }: Item): void {
    const previous_item_id = this.#previous;
    this.#previous = id;
    this.#send('input_audio_buffer.committed', { previous_item_id, item_id: id });
    const content = [{ type: 'input_audio', transcript: null }];
    const item = { id, object: 'realtime.item', type: 'message', status: 'completed', role: 'user', content };
    const types = this.#isFormer
      ? ['conversation.item.created']
      : ['conversation.item.added', 'conversation.item.done'];
    for (const type of types) this.#send(type, { previous_item_id, item });
  }

  #complete({ item, fault }: Recording, seconds: number): void {
    if (item.words.length === 0 && fault !== null) {
      this.#sendFailed(item, fault);
      return;
    }
    this.#send(`${TRANSCRIPTION}.completed`, {
      ...{ item_id: item.id, content_index: 0, transcript: textOf(item.words) },
      usage: { type: 'duration', seconds },
      languages: [...item.languages].map((code) => ({ code })),
      ...this.#logprobs(item.words),
    });
  }

  #sendFailed({ id }: Item, message: string): void {
    const error = { type: 'server_error', code: 'recognition_failed', message, param: null };
    this.#send(`${TRANSCRIPTION}.failed`, { item_id: id, content_index: 0, error });
  }

  #logprobs(words: Word[]): object {
    if (!this.#config.include?.length) return {};
    const whole = { text: '', languages: [], duration: 0 };
    return { logprobs: logprobsOf({ ...whole, utterances: [{ words } as Utterance] }) };
  }
}

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

const textOf = (words: Word[]): string =>
  words
    .map(({ word }) => word)
    .join('')
    .trimStart();
