import type { RequestParams } from '../../contract/jobs/pre-recorded-request.ts';
import {
  type Transcription,
  type TranscriptionResult,
  transcriptionResult,
} from '../../contract/transcripts/transcription-result.ts';
import { utterance } from '../../contract/transcripts/utterance.ts';
import type { Message } from '../../lib/errors/msg.ts';
import type { AddonRunner } from './addons/addon-runner.ts';
import { onTranscript } from './addons/run-transcript-addons.ts';
import { onUtterances } from './addons/run-utterance-addons.ts';
import { diarizationEnvelope, diarizationSession } from './speech/diarization-result.ts';
import { overlapNotes, overlappedSpeech } from './speech/overlapped-speech.ts';
import type { DiarizationOutcome } from './speech/speaker-diarization.ts';

/** What a job ends with. */
export interface JobResult {
  result: TranscriptionResult;
  session: Record<string, unknown>;
  diarization?: DiarizationOutcome | null;
}

/** Runs the add-ons that rewrite and read a transcript; returns the result, parsed by the contract, and notes for people. */
export async function completeResult(
  text: Transcription,
  {
    metadata,
    diarization,
    request,
  }: {
    metadata: () => TranscriptionResult['metadata'];
    diarization: DiarizationOutcome | null;
    request: RequestParams;
  },
  addons: AddonRunner,
): Promise<JobResult & { notes: Message[] }> {
  const rewritten = await onUtterances(text, request, addons);
  const { transcription } = rewritten;
  const read = await onTranscript(transcription, request, addons);
  const result = transcriptionResult.parse({
    metadata: metadata(),
    transcription: { ...transcription, utterances: [], ...read.text },
    ...diarizationEnvelope(diarization, transcription, request),
    ...rewritten.result,
    ...read.result,
  });
  // Each in the place of the one that it is parsed from: those of ten hours are not there twice.
  const { utterances } = transcription;
  for (const [index, one] of utterances.entries()) utterances[index] = utterance.parse(one);
  if (result.transcription) result.transcription.utterances = utterances;
  const facts = { ...rewritten.facts, ...read.facts };
  const overlaps = overlappedSpeech(diarization?.success ? diarization.turns : []);
  const session = {
    ...diarizationSession(diarization, overlaps),
    ...(Object.keys(facts).length > 0 && { addons: facts }),
  };
  return { result, session, diarization, notes: [...overlapNotes(overlaps), ...read.notes, ...addons.notes] };
}
