import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import type { LiveContent, LiveMessage } from '../../contract/live/live-message.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { LiveTextOptions } from '../live/live.ts';
import type { BrowserRecogniserClass } from './browser-run.ts';
import { recognitionClass } from './speech-recognition.ts';
import { type RecognitionEvent, RecognitionPhrase } from './speech-results.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en-GB' } });
});
afterEach(() => vi.unstubAllGlobals());

/** A service whose sessions write what they are given. */
class Sessions {
  readonly options: LiveTextOptions[] = [];
  readonly discarded: string[] = [];
  readonly stopped: string[] = [];
  refusal: unknown = null;
  readonly #ends: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  readonly service = async () => ({
    live: async (options: LiveTextOptions) => {
      if (this.refusal !== null) throw this.refusal;
      const id = String(this.options.push(options) - 1);
      const ended = new Promise<void>((resolve, reject) => this.#ends.push({ resolve, reject }));
      const stop = () => {
        this.stopped.push(id);
        return ended;
      };
      return { id, send: () => undefined, stop, ended };
    },
    discard: async (id: string) => void this.discarded.push(id),
  });

  say(content: LiveContent, at = 0): void {
    const head = { session_id: crypto.randomUUID(), created_at: new Date().toISOString() };
    this.options[at]?.onMessage?.({ ...head, ...content } as LiveMessage);
  }

  speech = (at = 0) => this.say({ type: 'speech_start', data: { time: 0, channel: 0 } }, at);

  text(text: string, { id = 'a', isFinal = true, at = 0 } = {}): void {
    const utterance = spokenUtterance(text);
    this.say({ type: 'transcript', data: { id, is_final: isFinal, utterance } }, at);
  }

  silence = (seconds: number) =>
    this.say({
      type: 'audio_chunk',
      acknowledged: true,
      error: null,
      data: { byte_range: [0, 1], time_range: [0, seconds] },
    });

  end = (error?: unknown) => (error ? this.#ends[0]?.reject(error) : this.#ends[0]?.resolve());
}

const TYPES = [
  ...['start', 'audiostart', 'soundstart', 'speechstart', 'result', 'nomatch'],
  ...['error', 'speechend', 'soundend', 'audioend', 'end'],
];

interface Page {
  keeps?: boolean;
  browsers?: BrowserRecogniserClass | null;
  lang?: string;
  continuous?: boolean;
  interimResults?: boolean;
  phrases?: RecognitionPhrase[];
}

function recogniser({ keeps = false, browsers = null, ...given }: Page = {}) {
  const sessions = new Sessions();
  const SpeechRecognition = recognitionClass({ service: sessions.service, keeps, browsers });
  const recognition = Object.assign(new SpeechRecognition(), given);
  const log: string[] = [];
  for (const type of TYPES)
    recognition.addEventListener(type, (event) => {
      if (type === 'result') {
        const { results, resultIndex } = event as RecognitionEvent;
        const texts = [...results].map((one) => `${one[0]?.transcript}${one.isFinal ? '.' : '…'}`);
        log.push(`${resultIndex}: ${texts.join('|')}`);
      } else log.push(type === 'error' ? `error ${Reflect.get(event, 'error')}` : type);
    });
  return { sessions, recognition, log, SpeechRecognition };
}

const begun = async (given?: Page) => {
  const all = recogniser(given);
  all.recognition.start();
  await vi.waitFor(() => expect(all.log).toContain('audiostart'));
  return all;
};

it('a sentence is one result, after which the sound and then the run end in order', async () => {
  const { sessions, log, recognition } = await begun({ lang: 'en-US' });
  expect(sessions.options[0]?.request?.language_config).toEqual({ languages: ['en'] });
  sessions.speech();
  sessions.text('Turn', { isFinal: false });
  sessions.text('Turn left');
  sessions.text('and right', { id: 'b' });
  sessions.end();
  await vi.waitFor(() => expect(log.at(-1)).toBe('end'));
  expect(log).toEqual([
    ...['start', 'audiostart', 'soundstart', 'speechstart'],
    ...['speechend', 'soundend', 'audioend', '0: Turn left.', 'end'],
  ]);
  expect(sessions.discarded).toEqual(['0']);
  // Another run of the same object.
  recognition.start();
  await vi.waitFor(() => expect(sessions.options).toHaveLength(2));
});

it('continuous results follow each other; interim ones are replaced by number', async () => {
  const { sessions, log, recognition } = await begun({ continuous: true, interimResults: true });
  sessions.text('One', { isFinal: false });
  sessions.text('One two');
  sessions.text('three', { id: 'b', isFinal: false });
  recognition.stop();
  await vi.waitFor(() => expect(log).toContain('audioend'));
  sessions.text('three four', { id: 'b' });
  sessions.end();
  await vi.waitFor(() => expect(log.at(-1)).toBe('end'));
  expect(log.filter((line) => /\d/.test(line))).toEqual([
    ...['0: One…', '0: One two.', '1: One two.|three…', '1: One two.|three four.'],
  ]);
});

it('starts once at a time, and can be stopped or aborted at any moment', async () => {
  const { recognition, log, sessions } = recogniser();
  recognition.stop();
  recognition.abort();
  expect(Object.assign(recognition, { maxAlternatives: '3' as never }).maxAlternatives).toBe(3);
  recognition.start();
  recognition.abort();
  expect(() => recognition.start()).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
  await vi.waitFor(() => expect(log).toEqual(['error aborted', 'end']));
  // A session that opened meanwhile leaves nothing.
  expect(sessions.options.length).toBe(sessions.discarded.length);
});

it('an abort ends at once, without what was said, and leaves no recording', async () => {
  const { recognition, log, sessions } = await begun();
  sessions.speech();
  recognition.abort();
  await vi.waitFor(() => expect(log.at(-1)).toBe('end'));
  sessions.text('Too late');
  const ended = ['speechend', 'soundend', 'audioend', 'error aborted', 'end'];
  expect(log.slice(2)).toEqual(['soundstart', 'speechstart', ...ended]);
  expect([sessions.stopped, sessions.discarded]).toEqual([['0'], ['0']]);
});

it('with keep, recordings become jobs, also after an abort', async () => {
  const { recognition, log, sessions } = await begun({ keeps: true });
  recognition.abort();
  await vi.waitFor(() => expect(log.at(-1)).toBe('end'));
  expect([sessions.stopped, sessions.discarded]).toEqual([['0'], []]);
});

it('silence ends a single sentence with no-speech, speech without words with nomatch', async () => {
  const silent = await begun();
  silent.sessions.silence(30);
  silent.sessions.end();
  await vi.waitFor(() => expect(silent.log.at(-1)).toBe('end'));
  expect(silent.log.slice(2)).toEqual(['audioend', 'error no-speech', 'end']);
  const dictation = await begun({ continuous: true });
  dictation.sessions.silence(300);
  dictation.sessions.speech();
  dictation.recognition.stop();
  dictation.sessions.end();
  await vi.waitFor(() => expect(dictation.log.slice(-2)).toEqual(['nomatch', 'end']));
});

const caused = (name: string) =>
  new AppError('invalid_request', msg`Refused.`, { cause: new DOMException('', name) });

it.each([
  ['not-allowed', caused('NotAllowedError')],
  ['audio-capture', caused('NotFoundError')],
  ['service-not-allowed', new AppError('too_many_requests', msg`Eight sessions.`)],
])('a session that cannot begin is %s, then the end', async (error, refusal) => {
  const { recognition, log, sessions } = recogniser();
  sessions.refusal = refusal;
  recognition.start();
  await vi.waitFor(() => expect(log).toEqual([`error ${error}`, 'end']));
});

it.each(['tlh', 'x', '', 'en_US!'])(
  'the language %j is not supported, unless the page has one',
  async (lang) => {
    const { recognition, log } = recogniser({ lang });
    vi.stubGlobal('document', { documentElement: { lang: 'tlh' } });
    recognition.start();
    await vi.waitFor(() => expect(log).toEqual(['error language-not-supported', 'end']));
  },
);

it('a session whose recognition fails, or that is lost, ends with an error and keeps its recording', async () => {
  const failing = await begun();
  failing.sessions.say({ type: 'error', error: { message: 'Storage is full.' } });
  failing.sessions.say({ type: 'error', error: { message: 'No model.' }, unrecognised: true });
  await vi.waitFor(() =>
    expect(failing.log.slice(2)).toEqual(['audioend', 'error service-not-allowed', 'end']),
  );
  const lost = await begun();
  lost.sessions.end(new AppError('internal', msg`The live session was lost.`));
  await vi.waitFor(() => expect(lost.log.slice(2)).toEqual(['audioend', 'error service-not-allowed', 'end']));
  expect([...failing.sessions.discarded, ...lost.sessions.discarded]).toEqual([]);
});

it('phrases are the words that a session expects', async () => {
  const { sessions, recognition } = await begun({ phrases: [new RecognitionPhrase('Ngũgĩ', 5)] });
  expect(sessions.options[0]?.request?.realtime_processing?.custom_vocabulary_config).toEqual({
    vocabulary: [{ value: 'Ngũgĩ', intensity: 0.5 }],
  });
  expect(() => recognition.phrases.push('a word' as never)).toThrow(TypeError);
  expect(() => new RecognitionPhrase('a', 11)).toThrow(expect.objectContaining({ name: 'SyntaxError' }));
});

/** A browser's recogniser, local in English. */
class Local extends EventTarget {
  static used: Local[] = [];
  static available = async ({ langs }: { langs: string[] }) =>
    langs[0] === 'en-US' ? 'available' : 'downloadable';
  lang = '';
  continuous = false;
  interimResults = false;
  maxAlternatives = 1;
  get processLocally() {
    return this.isLocal;
  }
  set processLocally(value) {
    this.isLocal = value;
  }
  isLocal = false;
  start() {
    Local.used.push(this);
  }
  stop() {
    const result = Object.assign([{ transcript: 'hello', confidence: 0.9 }], { isFinal: true });
    this.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results: [result] }));
    this.dispatchEvent(new Event('end'));
  }
  abort() {
    this.dispatchEvent(Object.assign(new Event('error'), { error: 'aborted', message: '' }));
    this.dispatchEvent(new Event('end'));
  }
}

it('the browser’s own recogniser is used where it was chosen and is on the device, and only locally', async () => {
  const { recognition, log, sessions } = recogniser({ browsers: Local, lang: 'en-US' });
  recognition.start();
  await vi.waitFor(() => expect(Local.used).toHaveLength(1));
  expect(Local.used[0]?.processLocally).toBe(true);
  recognition.stop();
  await vi.waitFor(() => expect(log).toEqual(['0: hello.', 'end']));
  recognition.lang = 'fr-FR';
  recognition.start();
  await vi.waitFor(() => expect(sessions.options).toHaveLength(1));
  expect(Local.used).toHaveLength(1);
});

it('says which languages there are', async () => {
  const { SpeechRecognition } = recogniser();
  expect(await SpeechRecognition.available({ langs: ['nb-NO', 'yue-Hant-HK', 'fil-PH'] })).toBe('available');
  expect(await SpeechRecognition.available({ langs: ['en', 'tlh'] })).toBe('unavailable');
  expect(await SpeechRecognition.install({ langs: ['en'] })).toBe(true);
  await expect(SpeechRecognition.available({} as { langs: string[] })).rejects.toThrow(TypeError);
  const noTag = SpeechRecognition.available({ langs: ['no tag'] });
  await expect(noTag).rejects.toThrow(expect.objectContaining({ name: 'SyntaxError' }));
});
