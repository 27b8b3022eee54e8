/** What the browser does to the microphone's sound, and which one it is; null for the system's choice. */
export interface MicrophoneSettings {
  deviceId: string | null;
  noiseSuppression: boolean;
  autoGainControl: boolean;
  echoCancellation: boolean;
}

/** Where nothing is chosen (docs/live.md): two sources take each other's words where nothing cancels the echo. */
export const usualMicrophone = (sources: number): MicrophoneSettings => ({
  deviceId: null,
  noiseSuppression: false,
  autoGainControl: true,
  echoCancellation: sources > 1,
});
