import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import type { ChannelTurn, ChannelWindow, SpeakerLimits } from '../../../engine/diarization/find-speakers.ts';
import type { WindowSpeakers } from '../../../engine/diarization/window-speakers.ts';

/** The models that run: recorded in `post_session_metadata`. */
export interface LoadedDiarizer {
  segmentationId: string;
  embeddingId: string;
  /** Both ids, as stored in the windows they analysed. */
  models: string;
}

/** The diarization worker's interface for the page. Errors arrive as AppError. */
export interface DiarizationWorkerApi {
  /** Loads the best installed models. Throws 503, naming what to install, if there are none. */
  load(): Promise<LoadedDiarizer>;
  /** Finds who speaks when in a window; loads the models first if necessary. Windows are processed in call order. */
  diarize(window: SpeechWindow): Promise<WindowSpeakers>;
  /** Groups the voices over all windows; `windows` may be incomplete and in any order. */
  findSpeakers(windows: readonly ChannelWindow[], limits: SpeakerLimits): Promise<ChannelTurn[]>;
}
