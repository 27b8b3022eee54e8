import type { HeldArrival } from '../../client/recordings/arrivals.ts';
import { RecordingWriter } from '../../client/recordings/recording-writer.ts';
import type { AppError } from '../../lib/errors/errors.ts';
import { messageOf } from '../parts/message-of.ts';
import { InputLevel } from './input-level.ts';

/** Containers in order of preference; an empty one lets the browser choose. */
const TYPES = [
  { type: 'audio/webm;codecs=opus', extension: 'webm' },
  { type: 'audio/mp4', extension: 'm4a' },
  { type: 'audio/ogg;codecs=opus', extension: 'ogg' },
] as const;

/** Interval at which finished pieces are handed over and stored: what a crash can lose. */
const SLICE_MS = 1000;
const TICK_MS = 100;

/** What is recorded: the microphone, or the sound of a tab, a window or the whole computer, as the user chooses. */
export type RecordedSource = 'microphone' | 'screen';

/** The picture is not recorded, so a frame per second is enough. Sound is shared as it is: nothing was said into a microphone. */
const SCREEN = {
  video: { frameRate: 1 },
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  systemAudio: 'include',
} as const;

class NoSound extends Error {}

function explain(error: unknown, source: RecordedSource): string {
  if (error instanceof NoSound) {
    return 'No sound was shared. Choose a tab or the whole screen, and switch on its sound in the browser’s dialog.';
  }
  const name = error instanceof Error ? error.name : '';
  if (source === 'screen' && name === 'NotAllowedError') {
    return 'Nothing was shared. Choose what to record in the browser’s dialog, and allow it in the system’s settings if they refuse it.';
  }
  switch (name) {
    case 'NotAllowedError':
      return 'Microphone access is blocked. Allow it for this site in the address bar or the browser’s settings, then try again.';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No microphone found. Connect one and try again.';
    case 'NotReadableError':
      return 'The microphone is in use by another program or blocked by the system. Close the other program and try again.';
    default:
      return `Recording failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Records the microphone, or what a tab or the computer plays, into a file. */
export class RecorderState {
  source = $state<RecordedSource>('microphone');
  phase = $state<'idle' | 'asking' | 'recording' | 'paused'>('idle');
  /** Seconds recorded, excluding pauses. */
  elapsed = $state(0);
  level = $state(0);
  error = $state<string | null>(null);
  /** Why the latest seconds are not stored, until they are. */
  unsaved = $state<string | null>(null);
  /** That the beginning is gone, where the site's data were deleted. */
  deleted = $state<string | null>(null);

  /** Whether the source delivers nothing now: what is recorded meanwhile is silence. */
  muted = $state(false);

  readonly #finished: (recording: HeldArrival) => void;
  #recorder: MediaRecorder | null = null;
  #writer: RecordingWriter | null = null;
  #level: InputLevel | null = null;
  #before = 0;
  #since = 0;
  #timer = 0;
  #keep = true;
  #awake: WakeLockSentinel | null = null;

  constructor(finished: (recording: HeldArrival) => void) {
    this.#finished = finished;
  }

  /** Call at a click: the browser asks for what is to be recorded. */
  async start(source: RecordedSource = 'microphone'): Promise<void> {
    if (this.phase !== 'idle') return;
    this.source = source;
    this.error = null;
    this.phase = 'asking';
    try {
      if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') {
        throw new Error('this browser cannot record audio. Record with another program and add the file.');
      }
      this.#record(source === 'screen' ? await openScreen() : await openMicrophone());
    } catch (error) {
      this.phase = 'idle';
      this.error = explain(error, source);
    }
  }

  pause(): void {
    if (this.#recorder?.state !== 'recording') return;
    this.#before = this.#now();
    this.phase = 'paused';
    this.#recorder.pause();
  }

  resume(): void {
    if (this.#recorder?.state !== 'paused') return;
    this.#recorder.resume();
    this.#since = performance.now();
    this.phase = 'recording';
  }

  /** Stops the recording and submits it. */
  stop(): void {
    this.#keep = true;
    this.#recorder?.stop();
  }

  /** Stops the recording and discards it. */
  discard(): void {
    this.#keep = false;
    this.#recorder?.stop();
  }

  /** Records the sound of the stream; ends with it, as when the user stops sharing or the microphone is unplugged. */
  #record(stream: MediaStream): void {
    const sound = new MediaStream(stream.getAudioTracks());
    const kind = TYPES.find(({ type }) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(sound, kind && { mimeType: kind.type });
    const [type = ''] = (kind?.type ?? recorder.mimeType).split(';');
    const writer = new RecordingWriter(nameOf(new Date(), kind?.extension ?? 'webm'), type, (...fault) =>
      this.#reportUnsaved(...fault),
    );
    this.#recorder = recorder;
    this.#writer = writer;
    this.#before = 0;
    this.#since = performance.now();
    this.#level = new InputLevel(sound);
    recorder.ondataavailable = ({ data }) => writer.add(data, this.#now());
    recorder.onerror = (event) => {
      this.error = explain('error' in event ? event.error : event, this.source);
    };
    recorder.onstop = () => void this.#end(stream);
    for (const track of sound.getTracks()) {
      track.addEventListener('ended', () => this.#lostTrack());
      const note = () => {
        this.muted = track.muted;
      };
      for (const type of ['mute', 'unmute']) track.addEventListener(type, note);
      note();
    }
    recorder.start(SLICE_MS);
    this.phase = 'recording';
    this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
    window.addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', this.#handOver);
    // On many phones a screen that turns off ends the recording.
    navigator.wakeLock?.request('screen').then(
      (lock) => {
        if (this.phase === 'idle') void lock.release();
        else this.#awake = lock;
      },
      (error: unknown) => console.info('The screen may turn off while recording.', error),
    );
  }

  /** A page that is hidden may be ended without a word: what was said since the last second is stored, too. */
  #handOver = (): void => {
    if (document.visibilityState === 'hidden' && this.#recorder?.state === 'recording')
      this.#recorder.requestData();
  };

  #reportUnsaved(fault: AppError | null, isDeleted: boolean): void {
    const message = fault && messageOf(fault);
    if (isDeleted) this.deleted = message;
    this.unsaved = isDeleted ? null : message;
  }

  /** The source is gone; an ordinary stop does not get here. */
  #lostTrack(): void {
    if (this.source === 'microphone') {
      this.error =
        'The microphone was disconnected, or its permission was withdrawn. What was recorded until then is kept and transcribed.';
    }
    // Not every browser stops by itself.
    if (this.#recorder && this.#recorder.state !== 'inactive') this.#recorder.stop();
  }

  /** Seconds recorded until now. */
  #now(): number {
    return this.#before + (this.phase === 'paused' ? 0 : (performance.now() - this.#since) / 1000);
  }

  #tick(): void {
    if (this.phase !== 'recording') {
      this.level = 0;
      return;
    }
    this.elapsed = this.#now();
    this.level = this.#level?.read() ?? 0;
  }

  async #end(stream: MediaStream): Promise<void> {
    const writer = this.#writer;
    for (const track of stream.getTracks()) track.stop();
    window.clearInterval(this.#timer);
    document.removeEventListener('visibilitychange', this.#handOver);
    this.#level?.close();
    void this.#awake?.release();
    this.#awake = null;
    this.#recorder = null;
    this.#writer = null;
    this.phase = 'idle';
    this.elapsed = 0;
    this.level = 0;
    try {
      if (!this.#keep) await writer?.discard();
      else if (writer) this.#finished(await writer.end());
    } catch (error) {
      this.error = messageOf(error);
    } finally {
      this.unsaved = null;
      this.deleted = null;
      window.removeEventListener('beforeunload', warn);
    }
  }
}

/** "Recording 2026-05-01 10.11.webm" */
const nameOf = (time: Date, extension: string): string =>
  `Recording ${time.toLocaleString('sv').replaceAll(':', '.').slice(0, 16)}.${extension}`;

const openMicrophone = () => navigator.mediaDevices.getUserMedia({ audio: true });

async function openScreen(): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getDisplayMedia(SCREEN);
  if (stream.getAudioTracks().length > 0) return stream;
  for (const track of stream.getTracks()) track.stop();
  throw new NoSound();
}

/** Asks before a tab that is recording is closed. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
