import type { RequestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { WindowTranscript } from '../../engine/asr/asr-engine.ts';
import { buildTranscript } from '../../engine/transcript/build-transcript.ts';
import type { ByteSource } from '../../lib/bytes/byte-source.ts';
import { inEnglish, type Message } from '../../lib/errors/msg.ts';
import type { ModelOffer } from '../../models/choice/choose-model.ts';
import type { Lanes } from '../../models/device/choose-lanes.ts';
import { noteSpeed } from '../../models/device/model-speed.ts';
import type { AsrLanes } from '../../realms/asr/page/asr-lanes.ts';
import type { LoadedAsr } from '../../realms/asr/shared/api.ts';
import { prepareAudioWorker } from '../../realms/audio/page/spawn.ts';
import type { AudioSummary } from '../../realms/audio/shared/api.ts';
import { AddonRunner, type KnownNotes } from './addons/addon-runner.ts';
import { onWords } from './addons/run-word-addons.ts';
import { completeResult, type JobResult } from './complete-result.ts';
import type { JobHooks } from './job-hooks.ts';
import type { LanguageWriting } from './speech/language-choice.ts';
import { recognitionNotes } from './speech/recognition-notes.ts';
import { recordingMetadata } from './speech/recording-metadata.ts';
import { signalNotes } from './speech/signal-notes.ts';
import { transcribeRecording } from './speech/transcribe-recording.ts';
import { tryOwnModels } from './speech/try-own-model.ts';
import { withMarks } from './speech/with-marks.ts';

export interface JobInput {
  audio: ByteSource;
  request: RequestParams;
  /** Manifest ids: the model to use, or the two that vote. */
  modelIds: readonly string[];
  /** Number of windows transcribed in parallel. */
  lanes: Lanes;
  /** Why this model was chosen, if it is not the one requested. */
  note: Message | undefined;
  /** The model that would make fewer mistakes, if this is a draft by the built-in one. */
  draft?: ModelOffer | undefined;
  /** What add-ons cannot do as asked. */
  addonNotes?: KnownNotes;
  writing: LanguageWriting;
  /** Windows finished in an earlier run. */
  finished: readonly WindowTranscript[];
}

export interface JobOutput extends JobResult {
  summary: AudioSummary;
}

/**
 * Runs one job: recording → windows → words → transcript → result, parsed by the contract.
 * Throws AppError, or AbortError when the signal aborts.
 */
export async function runJob(
  input: JobInput,
  lanes: AsrLanes,
  hooks: JobHooks,
  signal: AbortSignal,
): Promise<JobOutput> {
  const startedAt = performance.now();
  prepareAudioWorker();
  const { recording, loaded } = await recognise(input, lanes, hooks, signal);
  const encodedSeconds = (performance.now() - startedAt) / 1000;
  const { summary, description, diarization } = recording;
  const addons = new AddonRunner(summary.duration, hooks, signal, {
    known: input.addonNotes,
    sound: { audio: input.audio, span: input.request.span },
  });
  try {
    const recognition = recognitionNotes(recording.windows, input.request.language_config.languages);
    const request = await withMarks(input.request, input.modelIds);
    const { windows, notes } = await onWords(recording.windows, request, addons);
    // Those of ten hours are not kept beside the transcript that is made of them.
    recording.windows = [];
    const windowCount = windows.length;
    const speakers = diarization?.success ? diarization : null;
    const built = buildTranscript(windows.splice(0), speakers?.turns, speakers?.sureness);
    const metadata = () => recordingMetadata(summary, (performance.now() - startedAt) / 1000);
    const completed = await completeResult(built, { metadata, diarization, request: input.request }, addons);
    const session = sessionMetadata(input, loaded, lanes.lanes, [
      ...(summary.notes ?? []),
      ...signalNotes(summary.signal, {
        isPart: input.request.span !== undefined,
        hasWords: built.utterances.length > 0,
      }),
      ...recognition.notes,
      ...notes,
      ...completed.notes,
    ]);
    if (input.finished.length === 0) noteSpeedOf(loaded, summary.duration, encodedSeconds);
    return {
      result: completed.result,
      diarization,
      summary,
      session: {
        ...session,
        ...recognition.session,
        ...(summary.signal && { signal: summary.signal }),
        ...completed.session,
        windows: windowCount,
        codec: description.codec,
        container: description.container,
      },
    };
  } finally {
    addons.end();
  }
}

async function recognise(input: JobInput, lanes: AsrLanes, hooks: JobHooks, signal: AbortSignal) {
  const { audio, request, finished, writing } = input;
  try {
    const recording = await whileLoading(
      tryOwnModels(input.modelIds, signal).then(() => lanes.loadAsr(input.modelIds, input.lanes, signal)),
      (loading) =>
        transcribeRecording(
          audio,
          { request, finished, writing },
          { lanes, ready: loading },
          { hooks, signal },
        ),
    );
    return { recording, loaded: await lanes.loaded(signal) };
  } finally {
    lanes.release();
  }
}

/** Shorter recordings take as long as the model takes to load. */
const LEAST_SECONDS = 20;

/** Remembers how fast the model was; of two that voted it is unknown. */
function noteSpeedOf([only, other]: readonly LoadedAsr[], duration: number, seconds: number): void {
  if (!only || other || duration < LEAST_SECONDS || seconds <= 0) return;
  noteSpeed(only.modelId, only.device, duration / seconds);
}

/** Works while something loads. Both have ended when this returns or throws, so that nothing is loaded twice. */
async function whileLoading<T>(
  loading: Promise<unknown>,
  work: (loading: Promise<unknown>) => Promise<T>,
): Promise<T> {
  const [, done] = await Promise.allSettled([loading, work(loading)]);
  if (done.status === 'rejected') throw done.reason;
  await loading;
  return done.value;
}

function sessionMetadata(
  input: JobInput,
  loaded: readonly LoadedAsr[],
  lanes: number,
  reported: readonly Message[],
): Record<string, unknown> {
  const [first, second] = loaded;
  const notes = [...(input.note ? [input.note] : []), ...reported];
  const texts = [...notes, ...(first ? [first.reason] : [])];
  return {
    model_id: first?.modelId,
    ...(first?.own && { model_checked: false }),
    ...(input.draft && {
      draft: {
        model_id: input.draft.modelId,
        title: input.draft.title,
        bytes: input.draft.bytes,
        ...(input.note && { note: inEnglish(input.note) }),
      },
    }),
    engine: second ? 'fusion' : first?.engine,
    ...(second && { voted_with: second.modelId }),
    device: first?.device,
    threads: first?.threads,
    lanes,
    device_reason: first && inEnglish(first.reason),
    resumed_windows: input.finished.length,
    ...(notes.length > 0 && { notes: notes.map(inEnglish) }),
    ...(texts.length > 0 && { texts }),
  };
}
