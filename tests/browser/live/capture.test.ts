import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { SoundSource } from '../../../src/client/live/capture/capture-fault.ts';
import type { MicrophoneSettings } from '../../../src/client/live/capture/microphone-settings.ts';
import { type SoundBlock, SoundCapture } from '../../../src/client/live/capture/sound-capture.ts';
import { inEnglish } from '../../../src/lib/errors/msg.ts';

const SETTINGS: MicrophoneSettings = {
  deviceId: null,
  noiseSuppression: false,
  autoGainControl: false,
  echoCancellation: false,
};

const SHARING_ENDED =
  'Sharing has ended. What was said until then is kept. To share again, press Pause, then Resume.';

// A page makes no sound, and takes none, before somebody has clicked in it.
beforeAll(() => userEvent.click(document.body));

const contexts: AudioContext[] = [];
const captures: SoundCapture[] = [];
afterEach(async () => {
  await Promise.all([
    ...captures.splice(0).map((one) => one.close()),
    ...contexts.splice(0).map((one) => one.close()),
  ]);
  vi.restoreAllMocks();
});

/** A source that hums at a frequency in Hz; 0 delivers zeros. */
function humming(frequency: number): MediaStream {
  const context = new AudioContext();
  contexts.push(context);
  const into = new MediaStreamAudioDestinationNode(context);
  const source = new OscillatorNode(context, { frequency });
  source.connect(new GainNode(context, { gain: frequency === 0 ? 0 : 0.5 })).connect(into);
  source.start();
  return into.stream;
}

/** Captures stand-ins of the sources that the browser would ask for. */
async function capture(sources: Partial<Record<SoundSource, MediaStream>>) {
  const asked: string[] = [];
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    asked.push('microphone');
    return sources.microphone ?? Promise.reject(new DOMException('', 'NotFoundError'));
  });
  vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockImplementation(async () => {
    asked.push('screen');
    return sources.screen ?? Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  const blocks: SoundBlock[] = [];
  const problems: string[][] = [];
  const onLost = vi.fn();
  const wanted = (['microphone', 'screen'] as const).filter((source) => source in sources);
  const opened = await SoundCapture.open(wanted, SETTINGS, {
    onSound: (block) => blocks.push(block),
    onProblems: (now) => problems.push(now.map(inEnglish)),
    onLost,
  });
  captures.push(opened);
  return { opened, blocks, problems, onLost, asked };
}

const secondsOf = (blocks: readonly SoundBlock[], channels: number, rate: number) =>
  blocks.reduce((sum, { samples }) => sum + samples.length, 0) / channels / rate;

/**
 * Which of the frequencies that hum here is the strongest in a channel, in Hz. A count of crossings would be off
 * where a busy machine drops some samples.
 */
function frequencyOf(blocks: readonly SoundBlock[], channel: number, channels: number, rate: number): number {
  const samples = blocks.flatMap((block) => [...block.samples].filter((_, at) => at % channels === channel));
  const strengths = [300, 600, 1000].map((frequency) => {
    const turn = (2 * Math.PI * frequency) / rate;
    const inPhase = samples.reduce((sum, sample, at) => sum + sample * Math.cos(turn * at), 0);
    const across = samples.reduce((sum, sample, at) => sum + sample * Math.sin(turn * at), 0);
    return { frequency, strength: Math.hypot(inPhase, across) };
  });
  return strengths.reduce((best, one) => (one.strength > best.strength ? one : best)).frequency;
}

test('two sources are two channels: the microphone on the left, what is shared on the right', async () => {
  const { opened, blocks, asked } = await capture({ microphone: humming(300), screen: humming(1000) });
  expect(opened.sampleRate).toBe(16_000);
  // A browser lets nobody share long after the click.
  expect(asked).toEqual(['screen', 'microphone']);
  await expect.poll(() => blocks.length).toBeGreaterThan(15);
  await opened.pause();
  expect(frequencyOf(blocks, 0, 2, 16_000)).toBe(300);
  expect(frequencyOf(blocks, 1, 2, 16_000)).toBe(1000);
  for (const channel of [0, 1]) {
    const levels = blocks.map((block) => block.levels[channel] ?? 0);
    // A sine of 0.5 has a level of 0.35.
    expect(Math.max(...levels)).toBeCloseTo(0.35, 1);
  }
});

test('a pause hands over what was said before it, and captures nothing until it ends', async () => {
  const { opened, blocks } = await capture({ microphone: humming(300) });
  await expect.poll(() => blocks.length).toBeGreaterThan(4);
  await opened.pause();
  const before = blocks.length;
  // The last block is what was left: seldom a whole one.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(blocks).toHaveLength(before);
  opened.resume();
  await expect.poll(() => blocks.length).toBeGreaterThan(before + 2);
  await opened.close();
  const end = secondsOf(blocks, 1, 16_000);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(secondsOf(blocks, 1, 16_000)).toBe(end);
});

test('a microphone that is unplugged is told; what came before was handed over, and another one goes on', async () => {
  const first = humming(300);
  const { opened, blocks, problems, onLost } = await capture({ microphone: first });
  await expect.poll(() => blocks.length).toBeGreaterThan(2);
  const [track] = first.getAudioTracks();
  track?.stop();
  track?.dispatchEvent(new Event('ended'));
  await expect.poll(() => onLost.mock.calls.length).toBe(1);
  expect(problems.at(-1)).toEqual([
    'The microphone was disconnected, or its permission was withdrawn. What was said until then is kept.',
  ]);
  const before = blocks.length;
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(humming(600));
  await opened.reopen({ ...SETTINGS, deviceId: 'another' }, 'all');
  opened.resume();
  await expect.poll(() => blocks.length).toBeGreaterThan(before + 10);
  expect(problems.at(-1)).toEqual([]);
  expect(frequencyOf(blocks.slice(before + 1), 0, 1, 16_000)).toBe(600);
});

test('of two sources, one that ends is told, and the other goes on in its channel', async () => {
  const screen = humming(1000);
  const { blocks, problems, onLost } = await capture({ microphone: humming(300), screen });
  await expect.poll(() => blocks.length).toBeGreaterThan(2);
  const [track] = screen.getAudioTracks();
  track?.stop();
  track?.dispatchEvent(new Event('ended'));
  await expect.poll(() => problems.at(-1)).toEqual([SHARING_ENDED]);
  const before = blocks.length;
  await expect.poll(() => blocks.length).toBeGreaterThan(before + 10);
  expect(onLost).not.toHaveBeenCalled();
  expect(blocks.at(-1)?.levels[0]).toBeGreaterThan(0.3);
  expect(blocks.at(-1)?.levels[1]).toBe(0);
});

test('sharing that ended and is refused again leaves the microphone, whose settings ask for nothing else', async () => {
  const screen = humming(1000);
  const { opened, blocks, problems } = await capture({ microphone: humming(300), screen });
  const [track] = screen.getAudioTracks();
  track?.stop();
  track?.dispatchEvent(new Event('ended'));
  await expect.poll(() => problems.at(-1)).toEqual([SHARING_ENDED]);
  const asked = vi
    .spyOn(navigator.mediaDevices, 'getDisplayMedia')
    .mockClear()
    .mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await opened.pause();
  await opened.reopen(SETTINGS, 'all');
  opened.resume();
  expect(asked).toHaveBeenCalledTimes(1);
  const before = blocks.length;
  await expect.poll(() => blocks.length).toBeGreaterThan(before + 10);
  expect(blocks.at(-1)?.levels[0]).toBeGreaterThan(0.3);
  expect(problems.at(-1)).toEqual([SHARING_ENDED]);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(humming(600));
  await opened.reopen({ ...SETTINGS, noiseSuppression: true }, 'microphone');
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a microphone that delivers zeros is told, and no longer when sound comes', async () => {
  const context = new AudioContext();
  contexts.push(context);
  const gain = new GainNode(context, { gain: 0 });
  const into = new MediaStreamAudioDestinationNode(context);
  const source = new OscillatorNode(context, { frequency: 300 });
  source.connect(gain).connect(into);
  source.start();
  const { problems } = await capture({ microphone: into.stream });
  await expect
    .poll(() => problems.at(-1))
    .toEqual(['The microphone delivers only silence. Check that it is not muted, or choose another one.']);
  gain.gain.value = 0.5;
  await expect.poll(() => problems.at(-1)).toEqual([]);
});

test('shared sound that is silent is no fault', async () => {
  const { blocks, problems } = await capture({ screen: humming(0) });
  await expect.poll(() => blocks.at(-1)?.zeros[0]).toBeGreaterThan(3.5);
  expect(problems.flat()).toEqual([]);
});

test.each([
  ['NotAllowedError', 'Microphone access is blocked. Allow it for this site'],
  ['NotFoundError', 'No microphone found. Connect one and try again.'],
  ['OverconstrainedError', 'No microphone found. Connect one and try again.'],
  ['NotReadableError', 'The microphone is in use by another program or blocked by the system.'],
])('a microphone that refuses with %s is told, and what was shared is let go', async (name, told) => {
  const screen = humming(1000);
  vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockResolvedValue(screen);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name));
  const listener = { onSound: vi.fn(), onProblems: vi.fn(), onLost: vi.fn() };
  await expect(SoundCapture.open(['microphone', 'screen'], SETTINGS, listener)).rejects.toThrow(told);
  expect(screen.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
});

test('a screen that is shared without its sound is told, and let go', async () => {
  const picture = document.createElement('canvas');
  picture.getContext('2d');
  const stream = picture.captureStream();
  await expect(capture({ screen: stream })).rejects.toThrow(
    'No sound was shared. Choose a tab or the whole screen',
  );
  expect(stream.getTracks()[0]?.readyState).toBe('ended');
});
