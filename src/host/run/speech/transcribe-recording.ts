import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { TranscribeOptions, WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import type { ByteSource } from '../../../lib/bytes/byte-source.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { AsrLanes } from '../../../realms/asr/page/asr-lanes.ts';
import type { AudioDescription, AudioSummary } from '../../../realms/audio/shared/api.ts';
import { laterWork } from '../addons/addon-pace.ts';
import { hintsOfAddons } from '../addons/hints-of-addons.ts';
import type { JobHooks } from '../job-hooks.ts';
import { ProgressMeter } from '../progress/progress-meter.ts';
import { LanguageChoice, type LanguageWriting } from './language-choice.ts';
import { meanConfidence } from './recognition-notes.ts';
import { RecordingReader } from './recording-reader.ts';
import { type DiarizationOutcome, SpeakerDiarization } from './speaker-diarization.ts';
import { readVoiceSamples } from './voice-samples.ts';

export interface RecordingTranscript {
  description: AudioDescription;
  summary: AudioSummary;
  windows: WindowTranscript[];
  /** Null if diarization was not requested. */
  diarization: DiarizationOutcome | null;
}

/** Number of windows recognition may be ahead of diarization, so that no lane waits for it at every window. */
const WINDOWS_AHEAD = 2;

/** Two windows whose ends differ by less are the same stretch. */
const SAME_SECONDS = 0.001;

interface TranscribeRequest {
  request: RequestParams;
  finished: readonly WindowTranscript[];
  /** How languages are written. */
  writing?: LanguageWriting | undefined;
}

/**
 * Sends a recording through the audio and ASR workers window by window. Windows in `finished` are not
 * transcribed again. Only one window is prepared while each lane transcribes one or speakers are analysed, so memory
 * remains flat. Throws AppError, or AbortError when the signal aborts.
 *
 * @param ready resolves when the model is loaded; the recording is opened and the first window prepared meanwhile
 */
export async function transcribeRecording(
  audio: ByteSource,
  { request, finished, writing = {} }: TranscribeRequest,
  { lanes, ready = Promise.resolve() }: { lanes: AsrLanes; ready?: Promise<unknown> | undefined },
  { hooks, signal }: { hooks: JobHooks; signal: AbortSignal },
): Promise<RecordingTranscript> {
  const diarization = SpeakerDiarization.start(request, signal);
  const separateUtterances = new LanguageChoice(request).codeSwitching;
  let reader: RecordingReader | null = null;
  try {
    const opened = await RecordingReader.open(audio, { separateUtterances, span: request.span }, signal);
    const { description } = opened;
    reader = opened.reader;
    const meter = new ProgressMeter(description.duration);
    meter.expect(laterWork(request, description.duration ?? 0));
    hooks.onMeter?.(meter);
    const { windows, isPart } = await transcribeWindows(
      { reader, diarization, lanes, ready },
      { language: new LanguageChoice(request, writing), request, finished },
      { meter, hooks },
      signal,
    );
    const all = await reader.summary();
    const summary = isPart ? stoppedAt(windows, description, all) : all;
    await reader.close();
    if (diarization) hooks.onProgress(meter.speakers());
    const outcome =
      diarization &&
      (await diarization.finish(windows, await readVoiceSamples(request, diarization, signal)));
    return { description, summary, windows, diarization: outcome };
  } finally {
    reader?.end();
    diarization?.end();
  }
}

interface Workers {
  reader: RecordingReader;
  lanes: AsrLanes;
  diarization: SpeakerDiarization | null;
  /** Resolves when the model is loaded. */
  ready: Promise<unknown>;
}

async function transcribeWindows(
  { reader, lanes, diarization, ready }: Workers,
  {
    language,
    request,
    finished,
  }: { language: LanguageChoice; request: RequestParams; finished: readonly WindowTranscript[] },
  { meter, hooks }: { meter: ProgressMeter; hooks: JobHooks },
  signal: AbortSignal,
): Promise<{ windows: WindowTranscript[]; isPart: boolean }> {
  const done = new Map(finished.map((transcript) => [transcript.index, transcript]));
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const transcribe = async (window: SpeechWindow, options: TranscribeOptions) => {
    const known = isOf(done.get(window.index), window);
    // Both run in parallel, each on a copy of the samples.
    const diarizing = diarization?.recognise(window, known?.speakers);
    const { onText } = hooks;
    const report = onText && ((text: string) => onText(window, text));
    const recognised = known ?? (await lanes.transcribe(window, options, either, report));
    const speakers = await diarizing;
    const transcript = { ...recognised, speakers };
    if (!known || (speakers && speakers !== known.speakers)) await hooks.onWindow(transcript);
    return transcript;
  };

  const windows: WindowTranscript[] = [];
  let isPart = false;
  const isEnough = () => {
    isPart = hooks.enough?.aborted ?? false;
    return isPart;
  };
  const wanted = (): TranscribeOptions => {
    const options = language.options();
    return { ...options, ...hintsOfAddons(request, options.language), quality: request.quality };
  };
  /** Windows that begin before a language is sure, by their places. */
  const open = new Map<number, SpeechWindow>();
  // Kept only where its words are surer.
  const writeAgain = async () => {
    for (const [place, window] of open) {
      open.delete(place);
      const before = windows[place];
      if (!before || !language.isDoubtful(before)) continue;
      const again = await lanes.transcribe(window, wanted(), either);
      if (!(meanConfidence([again]).confidence > meanConfidence([before]).confidence)) continue;
      windows[place] = { ...again, speakers: before.speakers };
      await hooks.onWindow(windows[place]);
    }
  };
  // In their order; some are finished before others ahead of them.
  const inWork: Promise<WindowTranscript>[] = [];
  const unfinished = new Set<Promise<WindowTranscript>>();
  const finishFirst = async () => {
    const transcript = await inWork[0];
    inWork.shift();
    if (!transcript) return;
    language.recognised(transcript);
    // A stretch without words has nothing to write again.
    if (transcript.segments.every(({ words }) => words.length === 0)) open.delete(windows.length);
    windows.push(transcript);
    if (!language.isOpen) await writeAgain();
    hooks.onProgress(meter.at(transcript.end));
  };
  const takeFinished = async () => {
    for (let [first] = inWork; first && !unfinished.has(first); [first] = inWork) await finishFirst();
  };
  // While a window is transcribed, by any lane or for its speakers, decoding is ahead of what is done.
  let isIdle = false;
  const prepare = () => {
    const next = reader.next((position) => {
      if (isIdle && inWork.length === 0) hooks.onProgress(meter.at(position));
    });
    // Its failure is handled when it is awaited; until then it must not count as unhandled.
    next.catch(() => undefined);
    return next;
  };
  const arrival = async (next: Promise<SpeechWindow | null>) => {
    isIdle = true;
    const window = await next;
    isIdle = false;
    return window;
  };
  // The language of the first speech applies to everything after it, so until it is known windows run one by one.
  const mostInWork = () => (language.isOpen ? 1 : lanes.lanes + (diarization ? WINDOWS_AHEAD : 0));
  try {
    let next = prepare();
    for (let window = await arrival(next); window !== null; window = await arrival(next)) {
      if (isEnough()) break;
      next = prepare();
      await ready;
      for (await takeFinished(); unfinished.size >= mostInWork(); await takeFinished())
        await Promise.race(unfinished);
      if (isEnough()) break;
      if (!isOf(done.get(window.index), window))
        hooks.onProgress(meter.begin(window.pieces[0]?.fileStart ?? 0));
      if (language.isOpen) open.set(windows.length, window);
      const work = transcribe(window, wanted());
      unfinished.add(work);
      // What fails remains, and ends the job as soon as one is waited for.
      work.then(
        () => unfinished.delete(work),
        () => undefined,
      );
      inWork.push(work);
    }
    while (inWork.length > 0) await finishFirst();
    // Calls of the reader do not overlap.
    await next;
    return { windows, isPart };
  } finally {
    // After an error the other lanes' work is useless.
    failed.abort();
  }
}

/** What is known of a recording of which a person wanted no more text: its length is what the container says. */
function stoppedAt(
  windows: readonly WindowTranscript[],
  description: AudioDescription,
  summary: AudioSummary,
): AudioSummary {
  const end = windows.reduce((latest, window) => Math.max(latest, window.end), 0);
  const note = msg`Transcription was stopped after ${Math.round(end)} s. Transcribe the recording again to get the rest.`;
  return {
    ...summary,
    duration: Math.max(summary.duration, description.duration ?? 0),
    notes: [...(summary.notes ?? []), note],
  };
}

/** A version of Earshot that cut the recording otherwise has left windows that are other stretches of it. */
function isOf(known: WindowTranscript | undefined, window: SpeechWindow): WindowTranscript | undefined {
  const [first] = window.pieces;
  const last = window.pieces.at(-1);
  if (!known || !first || !last) return known;
  const isSame =
    known.channel === window.channel &&
    Math.abs(known.start - first.fileStart) < SAME_SECONDS &&
    Math.abs(known.end - last.fileStart - last.duration) < SAME_SECONDS;
  return isSame ? known : undefined;
}
