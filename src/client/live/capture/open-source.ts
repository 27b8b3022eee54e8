import { cannotCapture, captureFault, noSoundShared, type SoundSource } from './capture-fault.ts';
import type { MicrophoneSettings } from './microphone-settings.ts';

/** The picture is not recorded, so a frame per second is enough. Sound is shared as it is: nothing was said into a microphone. */
const SCREEN = {
  video: { frameRate: 1 },
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  systemAudio: 'include',
} as const;

/** Opens a source; the browser asks. Throws an AppError that says why it could not. */
export async function openSource(source: SoundSource, settings: MicrophoneSettings): Promise<MediaStream> {
  if (!navigator.mediaDevices || typeof AudioWorkletNode === 'undefined') throw cannotCapture();
  try {
    return source === 'screen' ? await openScreen() : await openMicrophone(settings);
  } catch (error) {
    throw captureFault(error, source);
  }
}

const openMicrophone = ({ deviceId, ...processing }: MicrophoneSettings) =>
  navigator.mediaDevices.getUserMedia({
    audio: { ...processing, ...(deviceId !== null && { deviceId: { exact: deviceId } }) },
  });

async function openScreen(): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getDisplayMedia(SCREEN);
  if (stream.getAudioTracks().length > 0) return stream;
  closeStream(stream);
  throw noSoundShared();
}

export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** The microphones by name; without permission, browsers name none. */
export async function listMicrophones(): Promise<{ deviceId: string; label: string }[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return devices.filter(({ kind, deviceId, label }) => kind === 'audioinput' && deviceId && label);
}
