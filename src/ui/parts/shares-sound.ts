/** Whether the browser shares the sound of a tab or a screen: only such browsers have this constraint. */
export const sharesSound =
  'getDisplayMedia' in (navigator.mediaDevices ?? {}) &&
  'suppressLocalAudioPlayback' in navigator.mediaDevices.getSupportedConstraints();
