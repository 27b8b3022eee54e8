import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import type { ChannelTurn, ChannelWindow, SpeakerLimits } from '../../engine/diarization/find-speakers.ts';
import type { WindowSpeakers } from '../../engine/diarization/window-speakers.ts';

/** What runs: recorded in `post_session_metadata`. */
export interface LoadedDiarizer {
  segmentationId: string;
  embeddingId: string;
  /** The two together, as they stand in the windows that they made. */
  models: string;
}

/** The diarization worker as the page calls it. Errors arrive as AppError. */
export interface DiarizationWorkerApi {
  /** Loads the best models that are installed. Throws 503, naming what to install, where there is none. */
  load(): Promise<LoadedDiarizer>;
  /** Tells who speaks when in a window; loads first where needed. Windows are worked on in the order of the calls. */
  diarize(window: SpeechWindow): Promise<WindowSpeakers>;
  /** Finds the speakers over all windows; `windows` need not be complete or in order. */
  findSpeakers(windows: readonly ChannelWindow[], limits: SpeakerLimits): Promise<ChannelTurn[]>;
}
