import type { RequestParams } from '../../contract/pre-recorded-request.ts';
import type { TranscribeOptions, WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import type { ByteSource } from '../../lib/byte-source.ts';
import type { AsrPool } from '../../realms/asr/asr-pool.ts';
import type { AudioDescription, AudioSummary, AudioWorkerApi } from '../../realms/audio/api.ts';
import { lendDecoder } from '../../realms/audio/lend-decoder.ts';
import { keepAudioWorker, takeAudioWorker } from '../../realms/audio/spawn.ts';
import { lendBytes } from '../../realms/lend-bytes.ts';
import type { WorkerHandle } from '../../realms/worker-handle.ts';
import { hintsOfAddons } from './hints-of-addons.ts';
import { LanguageChoice } from './language-choice.ts';
import { type Progress, ProgressMeter } from './progress-meter.ts';
import { type DiarizationOutcome, SpeakerDiarization } from './speaker-diarization.ts';

export interface TranscribeHooks {
  /** A window is finished and must be stored before the next one starts. */
  onWindow(transcript: WindowTranscript): Promise<void>;
  onProgress(progress: Progress): void;
}

export interface RecordingTranscript {
  description: AudioDescription;
  summary: AudioSummary;
  windows: WindowTranscript[];
  /** Null if diarization was not requested. */
  diarization: DiarizationOutcome | null;
}

/** Number of windows recognition may be ahead of diarization, so that no lane waits for it at every window. */
const WINDOWS_AHEAD = 2;

/** How often progress is checked during silence, in milliseconds. */
const SILENCE_POLL_MS = 1_000;

/**
 * Sends a recording through the audio and ASR workers window by window. Windows in `finished` are not
 * transcribed again. Only one window is prepared while each lane transcribes one or speakers are analysed, so memory
 * stays flat. Throws AppError, or AbortError when the signal aborts.
 */
export async function transcribeRecording(
  audio: ByteSource,
  request: RequestParams,
  finished: readonly WindowTranscript[],
  inference: AsrPool,
  hooks: TranscribeHooks,
  signal: AbortSignal,
): Promise<RecordingTranscript> {
  const worker = takeAudioWorker();
  let isClosed = false;
  const diarization = SpeakerDiarization.start(request, signal);
  try {
    const separateUtterances = new LanguageChoice(request).codeSwitching;
    const description = await worker.call(
      (api) => api.open(audio.size, lendBytes(audio), { separateUtterances }, lendDecoder()),
      signal,
    );
    const meter = new ProgressMeter(description.duration);
    const windows = await transcribeWindows(
      { worker, diarization, inference },
      request,
      finished,
      meter,
      hooks,
      signal,
    );
    const summary = await worker.call((api) => api.summary(), signal);
    await worker.call((api) => api.close(), signal);
    isClosed = true;
    const outcome = diarization && (await diarization.finish(windows));
    return { description, summary, windows, diarization: outcome };
  } finally {
    // After an error or an abort it may still be busy.
    if (isClosed) keepAudioWorker(worker);
    else worker.terminate();
    diarization?.end();
  }
}

interface Workers {
  worker: WorkerHandle<AudioWorkerApi>;
  inference: AsrPool;
  diarization: SpeakerDiarization | null;
}

async function transcribeWindows(
  { worker, inference, diarization }: Workers,
  request: RequestParams,
  finished: readonly WindowTranscript[],
  meter: ProgressMeter,
  hooks: TranscribeHooks,
  signal: AbortSignal,
): Promise<WindowTranscript[]> {
  const done = new Map(finished.map((transcript) => [transcript.index, transcript]));
  const language = new LanguageChoice(request);
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const transcribe = async (window: SpeechWindow, options: TranscribeOptions) => {
    const known = done.get(window.index);
    // Copies the samples before recognition transfers them; both run in parallel.
    const listening = diarization?.hear(window, known?.speakers);
    const heard = known ?? (await inference.transcribe(window, options, either));
    const speakers = await listening;
    const transcript = { ...heard, speakers };
    if (!known || (speakers && speakers !== known.speakers)) await hooks.onWindow(transcript);
    return transcript;
  };

  const windows: WindowTranscript[] = [];
  const inWork: Promise<WindowTranscript>[] = [];
  const finishFirst = async () => {
    const transcript = await inWork[0];
    inWork.shift();
    if (!transcript) return;
    language.heard(transcript);
    windows.push(transcript);
    hooks.onProgress(meter.at(transcript.end));
  };
  const prepare = () => {
    const next = worker.call((api) => api.nextWindow(), signal);
    // Its failure is handled when it is awaited; until then it must not count as unhandled.
    next.catch(() => undefined);
    return next;
  };
  const arrival = (next: Promise<SpeechWindow | null>) =>
    whilePolling(next, worker, (position) => hooks.onProgress(meter.at(position)));
  // The language of the first speech applies to everything after it, so until it is known windows run one by one.
  const mostInWork = () => (language.isOpen ? 1 : inference.lanes + (diarization ? WINDOWS_AHEAD : 0));
  try {
    let next = prepare();
    for (let window = await arrival(next); window !== null; window = await arrival(next)) {
      next = prepare();
      while (inWork.length >= mostInWork()) await finishFirst();
      if (!done.has(window.index)) meter.begin(window.pieces[0]?.fileStart ?? 0);
      const options = language.options();
      const work = transcribe(window, { ...options, ...hintsOfAddons(request, options.language) });
      work.catch(() => undefined);
      inWork.push(work);
    }
    while (inWork.length > 0) await finishFirst();
    return windows;
  } finally {
    // After an error the other lanes' work is useless.
    failed.abort();
  }
}

/**
 * Waits for a window; during long silences, which produce none for minutes, reports the decoded position in seconds.
 */
async function whilePolling<T>(
  arrival: Promise<T>,
  worker: WorkerHandle<AudioWorkerApi>,
  onPosition: (position: number) => void,
): Promise<T> {
  const poll = () => worker.call((api) => api.position()).then(onPosition, () => undefined);
  const timer = setInterval(poll, SILENCE_POLL_MS);
  try {
    return await arrival;
  } finally {
    clearInterval(timer);
  }
}
