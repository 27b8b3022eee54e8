import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { ChannelWindow } from '../../../engine/diarization/find-speakers.ts';
import { isAbort, toAppError } from '../../../lib/errors/errors.ts';
import { openAudioBytes } from '../../../storage/recordings/audio-store.ts';
import { RecordingReader } from './recording-reader.ts';
import type { SpeakerDiarization, VoiceSample } from './speaker-diarization.ts';

/**
 * Reads the samples of a request's known speakers, one after the other. Throws only AbortError, when the job's signal aborts: a sample
 * that cannot be read costs its name, not the transcript.
 */
export async function readVoiceSamples(
  { known_speakers = [] }: Pick<RequestParams, 'known_speakers'>,
  diarization: SpeakerDiarization,
  signal: AbortSignal,
): Promise<VoiceSample[]> {
  const samples: VoiceSample[] = [];
  for (const { name, audio_url } of known_speakers) {
    try {
      samples.push({ name, windows: await readSample(audio_url, diarization, signal), fault: null });
    } catch (error) {
      if (signal.aborted || isAbort(error)) throw error;
      samples.push({ name, windows: [], fault: toAppError(error) });
    }
  }
  return samples;
}

async function readSample(
  address: string,
  diarization: SpeakerDiarization,
  signal: AbortSignal,
): Promise<ChannelWindow[]> {
  // The service accepts none but uploads, whose addresses end with their id.
  const [, id = ''] = /([^/]+)\/?$/.exec(new URL(address).pathname) ?? [];
  const audio = await openAudioBytes(id.toLowerCase());
  const { reader } = await RecordingReader.open(audio, { separateUtterances: false }, signal);
  try {
    const windows: ChannelWindow[] = [];
    const next = () => reader.next(() => undefined);
    for (let window = await next(); window !== null; window = await next()) {
      const speakers = await diarization.recogniseAlone(window);
      if (speakers) windows.push({ channel: window.channel, speakers });
    }
    await reader.close();
    return windows;
  } finally {
    reader.end();
  }
}
