import type { RequestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { Transcription, TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import type { WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { ChannelTurn } from '../../engine/diarization/find-speakers.ts';
import { buildTranscript } from '../../engine/transcript/build-transcript.ts';
import type { ByteSource } from '../../lib/bytes/byte-source.ts';
import { inEnglish, type Message } from '../../lib/errors/msg.ts';
import { requestedAddons } from './addons/addon-order.ts';
import { laterWork } from './addons/addon-pace.ts';
import { AddonRunner, type KnownNotes } from './addons/addon-runner.ts';
import { onWords } from './addons/run-word-addons.ts';
import { completeResult, type JobResult } from './complete-result.ts';
import type { JobHooks } from './job-hooks.ts';
import { type Progress, ProgressMeter } from './progress/progress-meter.ts';
import { RecordingReader } from './speech/recording-reader.ts';
import { type DiarizationOutcome, SpeakerDiarization } from './speech/speaker-diarization.ts';

export interface TranscriptInput {
  /** Read only to distinguish speakers. */
  audio: ByteSource;
  /** What is asked of the transcript. */
  request: RequestParams;
  before: TranscriptionResult & { transcription: Transcription };
  addonNotes?: KnownNotes;
}

/** Runs add-ons and diarization on a finished transcript. Throws AppError, or AbortError when the signal aborts. */
export async function runOnTranscript(
  { audio, request, before, addonNotes }: TranscriptInput,
  hooks: JobHooks,
  signal: AbortSignal,
): Promise<JobResult> {
  const { metadata } = before;
  const meter = new ProgressMeter(metadata.audio_duration);
  meter.expect(laterWork(request, metadata.audio_duration));
  hooks.onMeter?.(meter);
  const diarization = await findSpeakersAgain(audio, request, {
    meter,
    onProgress: hooks.onProgress,
    signal,
  });
  const addons = new AddonRunner(metadata.audio_duration, hooks, signal, {
    known: addonNotes,
    sound: { audio },
  });
  try {
    const { transcription, notes } = await rebuilt(before.transcription, diarization, request, addons);
    const completed = await completeResult(
      transcription,
      { metadata: () => metadata, diarization, request },
      addons,
    );
    const reported = [...notes, ...completed.notes];
    const session = {
      ...completed.session,
      ...(reported.length > 0 && { notes: reported.map(inEnglish), texts: reported }),
    };
    return { result: completed.result, session, diarization };
  } finally {
    addons.end();
  }
}

async function findSpeakersAgain(
  audio: ByteSource,
  request: RequestParams,
  {
    meter,
    onProgress,
    signal,
  }: { meter: ProgressMeter; onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<DiarizationOutcome | null> {
  const diarization = SpeakerDiarization.start(request, signal);
  if (!diarization) return null;
  let reader: RecordingReader | null = null;
  try {
    const opened = await RecordingReader.open(audio, { separateUtterances: false }, signal);
    reader = opened.reader;
    const recognised: WindowTranscript[] = [];
    const next = () => opened.reader.next((position) => onProgress(meter.at(position)));
    for (let window = await next(); window !== null; window = await next()) {
      const { index, channel, pieces } = window;
      const start = pieces[0]?.fileStart ?? 0;
      meter.begin(start);
      const speakers = await diarization.recognise(window);
      const last = pieces.at(-1);
      const end = last ? last.fileStart + last.duration : start;
      recognised.push({ index, channel, start, end, segments: [], speakers });
      onProgress(meter.at(end));
    }
    await reader.close();
    return await diarization.finish(recognised);
  } finally {
    reader?.end();
    diarization.end();
  }
}

/** The transcript with new speakers and rewritten words, where either was asked for; else as it was. */
async function rebuilt(
  transcription: Transcription,
  diarization: DiarizationOutcome | null,
  request: RequestParams,
  addons: AddonRunner,
): Promise<{ transcription: Transcription; notes: Message[] }> {
  const found = diarization?.success ? diarization : null;
  if (!found && requestedAddons(request, 'words').length === 0) return { transcription, notes: [] };
  const { windows, notes } = await onWords(windowsOf(transcription), request, addons);
  const turns = found?.turns ?? knownTurns(transcription);
  return { transcription: buildTranscript(windows, turns, found?.sureness), notes };
}

/** Each utterance as a window of its own. */
const windowsOf = ({ utterances }: Transcription): WindowTranscript[] =>
  utterances.map(({ channel, start, end, language, words }, index) => {
    const segments = [{ language, languageConfidence: 1, words }];
    return { index, channel, start, end, segments };
  });

/** Who speaks when, as the transcript has it; undefined if it has no speakers. */
function knownTurns({ utterances }: Transcription): ChannelTurn[] | undefined {
  const turns = utterances.flatMap(({ speaker, channel, start, end }) =>
    speaker === undefined ? [] : [{ speaker, channel, start, end }],
  );
  return turns.length > 0 ? turns : undefined;
}
