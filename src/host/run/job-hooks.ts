import type { AddonKey } from '../../addons/addon-schema.ts';
import type { WritingPlan } from '../../contract/realms/writing-plan.ts';
import type { WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../engine/audio/windows/speech-window.ts';
import type { Progress, ProgressMeter } from './progress/progress-meter.ts';

/** What a running job reports. A rejection ends it. */
export interface JobHooks {
  /** Aborts when the text so far is enough: what is being recognised is finished, and the rest is left out. */
  enough?: AbortSignal | undefined;
  onProgress(progress: Progress): void;
  /** A window is finished and must be stored before the next one starts. */
  onWindow(transcript: WindowTranscript): Promise<void>;
  /** A window's text so far, in every quarter of a second or so while it is written. Absent if nobody may see it. */
  onText?: ((window: SpeechWindow, text: string) => void) | undefined;
  /** The recording is open: what measures the progress of the whole job. */
  onMeter?(meter: ProgressMeter): void;
  /** @param fraction of this add-on's work, 0 to 1 */
  onAddonProgress?(key: AddonKey, fraction: number): void;
  /** An add-on's output so far, or what it is going to write. */
  onAddonOutput?(key: AddonKey, text: string, plan?: WritingPlan): void;
  /** One more run of an add-on has ended, with results or without. */
  onAddonEnd?(): Promise<void>;
}
