import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import type { ChannelTurn, ChannelWindow, SpeakerLimits } from '../../../engine/diarization/find-speakers.ts';
import type { FollowedWindow } from '../../../engine/diarization/sortformer/sortformer-diarizer.ts';
import type { StreamState } from '../../../engine/diarization/sortformer/stream-state.ts';
import type { SureStretch } from '../../../engine/diarization/stretches/sureness.ts';
import type { SpeakerVoice } from '../../../engine/diarization/voices/speaker-voices.ts';

/** The models that run: recorded in `post_session_metadata`. */
export interface LoadedDiarizer {
  segmentationId: string;
  /** Null where no model for voices is installed, and none is needed. */
  embeddingId: string | null;
  /** The ids, as stored in the windows they analysed. */
  models: string;
  /** Cosine distance above which two voices are two people; a property of the embedding model. */
  speakerDistance: number | null;
}

/** Who speaks when, and which of the known voices they are. */
export interface NamedTurns {
  turns: ChannelTurn[];
  /** How sure that is; absent if it is not known. */
  sureness?: SureStretch[] | undefined;
  /** For each speaker the place of the known voice in what was given; null for somebody else. */
  known: (number | null)[];
  voices: SpeakerVoice[];
  /** Places of samples in which no voice was found. */
  silent: number[];
  /** For each speaker the place of the remembered voice that they have; null for none. */
  remembered: (number | null)[];
}

/** Sound of one channel as it is captured, at most 30 s. */
export interface SoundStretch {
  channel: number;
  samples: Float32Array;
  /** In Hz. */
  sampleRate: number;
  /** Second at which it begins. */
  time: number;
}

/** What else is known of the voices in a recording. */
export interface VoiceEvidence {
  /** Windows of one recording for each known voice. */
  samples?: readonly (readonly ChannelWindow[])[];
  /** The states of channels after their last windows. */
  open?: readonly StreamState[];
  /** Voices of the model that characterises them, of unit length. */
  remembered?: readonly Float32Array[];
}

/** The diarization worker's interface for the page. Errors arrive as AppError. */
export interface DiarizationWorkerApi {
  /** Loads the best installed models. Throws 503, naming what to install, if there are none. */
  load(): Promise<LoadedDiarizer>;
  /**
   * Finds who speaks when in a window; loads the models first if necessary. Windows are processed in call order.
   *
   * @param before what `next` was for the channel's window before; the page keeps it, so that another worker can go on
   * @param isAlone whether the window is all that there is
   */
  diarize(window: SpeechWindow, before?: StreamState | null, isAlone?: boolean): Promise<FollowedWindow>;
  /** The same for sound in which nobody looked for speech. */
  diarizeSound(sound: SoundStretch, before?: StreamState | null): Promise<FollowedWindow>;
  /** What `diarize` would return as `next`, from what it returned in an earlier run; null if that does not fit. */
  follow(window: SpeechWindow, stream: string, before: StreamState | null): Promise<StreamState | null>;
  /**
   * Groups the voices over all windows; `windows` may be incomplete and in any order.
   */
  findSpeakers(
    windows: readonly ChannelWindow[],
    limits: SpeakerLimits,
    evidence: VoiceEvidence,
  ): Promise<NamedTurns>;
}
