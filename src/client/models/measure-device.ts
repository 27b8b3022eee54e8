import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { inApp } from '../../lib/addresses/app-base.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg, verbatim } from '../../lib/errors/msg.ts';
import { detectCapabilities } from '../../models/device/capabilities.ts';
import type { ApiClient } from '../api/api-client.ts';
import { watchJob } from '../jobs/watch-jobs.ts';
import { SAMPLE_URL } from '../recordings/submit-recording.ts';
import { browserName } from './browser-name.ts';

/** What a device did with a minute of speech. */
export interface Measurement {
  /** The GPU that models may use, or none; cores, and memory where the browser has it. */
  hardware: string;
  browser: string;
  model: string;
  device: string;
  /** Length of the recording in seconds. */
  seconds: number;
  /** Seconds of audio in each second, once the model is loaded. */
  speed: number;
}

const RATE = 16_000;
/** The sample has 21 s: two lanes have something to do with three of them. */
const TIMES = 3;

/**
 * Transcribes a minute of English speech twice with the model that runs for new recordings, and measures the second run. Leaves no
 * job behind.
 *
 * @param onStep called with `true` when the model is loaded and the measured run begins
 * @throws AppError `cancelled`; `model_missing` if no model is installed; whatever made the job fail
 */
export async function measureDevice(
  api: ApiClient,
  signal: AbortSignal,
  onStep: (isLoaded: boolean) => void,
): Promise<Measurement> {
  const file = await longSample(signal);
  const { audio_url } = await api.upload(file, { signal });
  const jobs: string[] = [];
  const run = async () => {
    const { id } = await api.createJob(
      { audio_url, model: 'automatic', language_config: { languages: ['en'] } },
      { signal, whenModelMissing: 'fail' },
    );
    jobs.push(id);
    return ended(api, id, signal);
  };
  try {
    onStep(false);
    await run();
    onStep(true);
    const { result, post_session_metadata: made } = await run();
    const { audio_duration = 0, transcription_time = 0 } = result?.metadata ?? {};
    return {
      hardware: await describeHardware(),
      browser: browserName(),
      model: String(made.model_id ?? made.model),
      device: String(made.device),
      seconds: audio_duration,
      speed: audio_duration / Math.max(transcription_time, 0.001),
    };
  } finally {
    // The recording goes with its last job.
    await Promise.all(jobs.map((id) => api.discardJob(id)));
  }
}

async function ended(api: ApiClient, id: string, signal: AbortSignal): Promise<PreRecordedJob> {
  const stop = new AbortController();
  try {
    for (;;) {
      const news = new Promise<void>((resolve, reject) => {
        watchJob(id, () => resolve(), stop.signal);
        signal.addEventListener(
          'abort',
          () => reject(new AppError('cancelled', msg`The measurement was stopped.`)),
          {
            signal: stop.signal,
          },
        );
      });
      const job = await api.getJob(id, { signal });
      if (job.status === 'done') return job;
      if (job.status === 'error') throw failureOf(job);
      await news;
    }
  } finally {
    stop.abort();
  }
}

function failureOf({ post_session_metadata: { error } }: PreRecordedJob): AppError {
  const message = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : null;
  return new AppError(
    'internal',
    typeof message === 'string' ? verbatim(message) : msg`The sample could not be transcribed.`,
  );
}

/** The sample, three times, as WAV. */
async function longSample(signal: AbortSignal): Promise<File> {
  const response = await fetch(inApp(SAMPLE_URL), { signal });
  if (!response.ok) {
    throw new AppError('not_found', msg`The sample recording is missing from this installation of Earshot.`);
  }
  const decoder = new OfflineAudioContext(1, 1, RATE);
  const audio = await decoder.decodeAudioData(await response.arrayBuffer());
  const samples = Int16Array.from(audio.getChannelData(0), (value) => Math.round(value * 0x7fff));
  const parts = Array.from({ length: TIMES }, () => samples);
  return new File([wavHeader(samples.byteLength * TIMES), ...parts], 'measurement.wav', {
    type: 'audio/wav',
  });
}

/** The header of 16-bit mono audio with so many bytes. */
function wavHeader(bytes: number): DataView<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(44));
  new TextEncoder().encodeInto('RIFF    WAVEfmt ', new Uint8Array(header.buffer));
  new TextEncoder().encodeInto('data', new Uint8Array(header.buffer, 36));
  const numbers = { 4: 36 + bytes, 16: 16, 24: RATE, 28: RATE * 2, 40: bytes };
  for (const [at, value] of Object.entries(numbers)) header.setUint32(Number(at), value, true);
  const short = { 20: 1, 22: 1, 32: 2, 34: 16 };
  for (const [at, value] of Object.entries(short)) header.setUint16(Number(at), value, true);
  return header;
}

async function describeHardware(): Promise<string> {
  const { webgpu, hardwareConcurrency, memoryGb } = await detectCapabilities();
  return [
    webgpu.supported ? webgpu.adapter : 'no GPU for models',
    `${hardwareConcurrency} cores`,
    ...(memoryGb === null ? [] : [`${memoryGb} GB or more`]),
  ].join(', ');
}

/** A row of the table in docs/benchmarks.md. */
export const asTableRow = ({ hardware, browser, model, device, seconds, speed }: Measurement): string =>
  `| ${[hardware, browser, model, device, `${Math.round(seconds)} s`, `${Number(speed.toPrecision(2))} ×`]
    .map((cell) => cell.replaceAll('|', '\\|'))
    .join(' | ')} |`;
