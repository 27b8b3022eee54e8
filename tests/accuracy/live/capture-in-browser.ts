import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { wholeChromiumOptions } from '../../runner/chromium-options.ts';
import { startStaticHost } from '../../runner/static-host.ts';
import { SAMPLE_RATE, writeWav } from '../whisper/write-wav.ts';

/** What the browser does to a microphone's sound. */
export interface MicrophoneProcessing {
  noiseSuppression: boolean;
  autoGainControl: boolean;
  echoCancellation: boolean;
}

/**
 * Has Chromium capture sound as if it came from a microphone, in real time.
 *
 * @param pcm mono, ±1, 16 kHz
 * @returns what a page gets, 16 kHz, a little longer; it begins up to a second before or after the sound
 */
export async function captureInBrowser(
  pcm: Float32Array,
  processing: MicrophoneProcessing,
): Promise<Float32Array> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-microphone-'));
  const recording = join(folder, 'spoken.wav');
  writeWav(recording, pcm);
  // A microphone is given to pages of a secure origin alone.
  const host = await startStaticHost({ pages: { '/': '<title>Microphone</title>' } });
  const { args, ...options } = wholeChromiumOptions();
  const browser = await chromium.launch({
    ...options,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${recording}%noloop`,
    ],
  });
  try {
    const page = await browser.newPage();
    await page.goto(host.url);
    const base64 = await page.evaluate(capture, {
      processing,
      sampleRate: SAMPLE_RATE,
      seconds: pcm.length / SAMPLE_RATE + 2,
    });
    const bytes = Buffer.from(base64, 'base64');
    return Float32Array.from(
      new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2),
      (one) => one / 32_768,
    );
  } finally {
    await browser.close();
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In the page: samples of 16 bits, in base64. */
async function capture({
  processing,
  sampleRate,
  seconds,
}: {
  processing: MicrophoneProcessing;
  sampleRate: number;
  seconds: number;
}): Promise<string> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { ...processing } });
  const context = new AudioContext({ sampleRate });
  await context.resume();
  const worklet = `registerProcessor('take', class extends AudioWorkletProcessor {
    process([[samples]]) { if (samples) this.port.postMessage(samples.slice()); return true; }
  })`;
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([worklet], { type: 'text/javascript' })));
  const node = new AudioWorkletNode(context, 'take', { channelCount: 1, channelCountMode: 'explicit' });
  const parts: Float32Array[] = [];
  node.port.onmessage = ({ data }) => parts.push(data);
  context.createMediaStreamSource(stream).connect(node).connect(context.destination);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const samples = Int16Array.from(
    parts.flatMap((part) => [...part]),
    (one) => Math.max(-1, Math.min(1, one)) * 32_767,
  );
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.readAsDataURL(new Blob([samples]));
  });
}
