import type * as Library from '../../src/earshot.ts';
import { clip } from '../e2e/clips.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { plugIn } from './microphone.ts';

const HELLO = clip('en_hello.wav');

const textOf = (engine: BrowserEngine, selector: string) =>
  engine.run((of) => document.querySelector(of)?.textContent ?? '', selector);

/** Opens a page and gives it the microphone; skips the test where this browser captures nothing. */
async function openWithSound(engine: BrowserEngine, address: string): Promise<void> {
  await engine.open(address);
  await engine.click('#status');
  const runs = await engine.run(async () => {
    if (!('AudioWorkletNode' in globalThis) || navigator.mediaDevices === undefined) return false;
    const context = new AudioContext();
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 3000))]);
    const { state } = context;
    await context.close();
    return state === 'running';
  });
  test.skip(!runs, 'Left out: without a sound card, this browser starts no audio thread.');
  await plugIn(engine, HELLO.path);
}

test('feature: live: a dictation page for the Web Speech API runs as it is', async ({ engine, app }) => {
  await openWithSound(engine, `${app.url}web-speech/dictation.html`);
  await engine.click('#start');
  await expect.poll(() => textOf(engine, '#status')).toBe('listening');
  await expect.poll(() => textOf(engine, '#final'), { timeout: 120_000 }).toMatch(/hello/i);
  await engine.click('#start');
  await expect.poll(() => textOf(engine, '#status')).toBe('ended');
  const jobs = await engine.run(async (): Promise<number> => {
    const { list }: typeof Library = await import(`${location.origin}/earshot.js`);
    while ((await list()).jobs.length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    return (await list()).jobs.length;
  });
  // A page that knows of no recordings leaves none.
  expect(jobs).toBe(0);
});

test('feature: live: a page of one command for the Web Speech API runs as it is, with its events in order', async ({
  engine,
  app,
}) => {
  await openWithSound(engine, `${app.url}web-speech/commands.html`);
  await engine.click('#start');
  await expect.poll(() => textOf(engine, '#status'), { timeout: 120_000 }).toMatch(/hello.*true/i);
  await expect
    .poll(() => engine.run(() => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)))
    .toEqual([
      ...['start', 'audiostart', 'soundstart', 'speechstart'],
      ...['speechend', 'soundend', 'audioend', 'result', 'end'],
    ]);
});

test('feature: live: the interfaces of the Web Speech API are those of its specification', async ({
  engine,
  app,
}) => {
  await engine.open(`${app.url}web-speech/commands.html`);
  const seen = await engine.run(async () => {
    const named = (name: string) => Reflect.get(globalThis, name);
    const thrown = (act: () => unknown): string => {
      try {
        act();
        return 'nothing';
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    const Recognition = named('SpeechRecognition');
    const recognition = new Recognition();
    const { lang, continuous, interimResults, maxAlternatives, processLocally, grammars, phrases } =
      recognition;
    const types = ['start', 'end', 'result', 'nomatch', 'error', 'audiostart', 'audioend'];
    const handlers = types.map((type) => recognition[`on${type}`]);
    const video = document.createElement('canvas').captureStream?.().getVideoTracks()[0];
    const sound = new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0];
    sound?.stop();
    let calls = 0;
    recognition.onend = () => calls++;
    recognition.dispatchEvent(new Event('end'));
    Object.assign(recognition, { onend: 'no function', maxAlternatives: '3', lang: null });
    const ErrorEvent = named('SpeechRecognitionErrorEvent');
    const error = new ErrorEvent('error', { error: 'no-speech', message: 'Nobody spoke.', bubbles: true });
    const list = new (named('SpeechGrammarList'))();
    list.addFromString('#JSGF V1.0;', 0.5);
    const given = {
      defaults: [lang, continuous, interimResults, maxAlternatives, processLocally],
      lists: [grammars.length, phrases.length],
      handlers,
      isTarget: recognition instanceof EventTarget,
      prefixed: named('webkitSpeechRecognition') === Recognition,
      called: thrown(() => Recognition()),
      tracks: [
        thrown(() => recognition.start(1)),
        video ? thrown(() => recognition.start(video)) : 'InvalidStateError',
        thrown(() => recognition.start(sound)),
      ],
      handler: [calls, recognition.onend],
      error: [error.error, error.message, error.bubbles, error instanceof Event],
      events: [
        thrown(() => new ErrorEvent('error')),
        thrown(() => new ErrorEvent('error', { error: 'unknown' })),
        thrown(() => new (named('SpeechRecognitionEvent'))('result')),
        thrown(() => new (named('SpeechRecognitionEvent'))('result', { results: null })),
      ],
      phrase: thrown(() => new (named('SpeechRecognitionPhrase'))('a', 10.5)),
      grammar: [list.length, list[0].weight, list.item(0) === list[0], list.item(1)],
      available: await Recognition.available({ langs: ['de-AT'], processLocally: true }),
      noTag: await Recognition.available({ langs: ['no tag'] }).catch(({ name }: Error) => name),
      form: [Recognition.name, Object.keys(recognition), Object.getPrototypeOf(Recognition) === EventTarget],
      made: thrown(() => new (named('SpeechRecognitionResultList'))()),
      converted: [recognition.maxAlternatives, recognition.lang, thrown(() => recognition.phrases.push('a'))],
    };
    // Before anything has started, neither does anything.
    recognition.stop();
    recognition.abort();
    return given;
  });
  expect(seen).toEqual({
    defaults: ['', false, false, 1, false],
    lists: [0, 0],
    handlers: Array(7).fill(null),
    isTarget: true,
    prefixed: true,
    called: 'TypeError',
    tracks: ['TypeError', 'InvalidStateError', 'InvalidStateError'],
    handler: [1, null],
    error: ['no-speech', 'Nobody spoke.', true, true],
    events: ['TypeError', 'TypeError', 'TypeError', 'TypeError'],
    phrase: 'SyntaxError',
    grammar: [1, 0.5, true, null],
    available: 'available',
    noTag: 'SyntaxError',
    form: ['SpeechRecognition', [], true],
    made: 'TypeError',
    converted: [3, 'null', 'TypeError'],
  });
});

test('speech.install gives a page the same, and its own sound is recognised', async ({ engine, app }) => {
  await openWithSound(engine, `${app.url}web-speech/commands.html`);
  const events = await engine.run(async () => {
    const { speech }: typeof Library = await import(`${location.origin}/earshot.js`);
    const before = Reflect.get(globalThis, 'SpeechRecognition');
    await speech.install({ keep: true });
    const Recognition = Reflect.get(globalThis, 'SpeechRecognition');
    if (Recognition === before) throw new Error('Nothing was installed.');
    const [track] = (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks();
    const recognition = new Recognition();
    recognition.lang = 'en';
    const text = new Promise<string>((resolve, reject) => {
      recognition.onresult = (event: Event) => resolve(Reflect.get(event, 'results')[0][0].transcript);
      recognition.onerror = (event: Event) => reject(new Error(Reflect.get(event, 'message')));
    });
    const ended = new Promise((resolve) => {
      recognition.onend = resolve;
    });
    recognition.start(track);
    const heard = await text;
    await ended;
    const { list, remove }: typeof Library = await import(`${location.origin}/earshot.js`);
    const { jobs } = await list();
    for (const { id } of jobs) await remove(id);
    return { heard, jobs: jobs.length, goesOn: track?.readyState };
  });
  expect(events.heard).toMatch(/hello/i);
  expect(events).toMatchObject({ jobs: 1, goesOn: 'live' });
});
