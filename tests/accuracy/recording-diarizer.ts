import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { SpeechWindowReader } from '../../src/engine/audio/windows/speech-window-reader.ts';
import type {
  ChannelTurn,
  ChannelWindow,
  FoundSpeakers,
  SpeakerLimits,
} from '../../src/engine/diarization/find-speakers.ts';
import { loadDiarizer } from '../../src/engine/diarization/load-diarizer.ts';
import type { StretchRules } from '../../src/engine/diarization/stretches/cluster-stretches.ts';
import { findByStretches } from '../../src/engine/diarization/stretches/find-by-stretches.ts';
import { unpackVectors } from '../../src/engine/diarization/voice-track.ts';
import { matchVoices } from '../../src/engine/diarization/voices/match-voices.ts';
import type { WindowDiarizer } from '../../src/engine/diarization/window-diarizer.ts';
import { SileroVad } from '../../src/engine/vad/silero-vad.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import { findModel } from '../../src/models/manifest/catalogue.ts';
import { filesIn } from '../miniatures/node-runtime.ts';

const WEIGHTS = join(PROJECT_ROOT, '../shared/models');
const SEGMENTATION = 'pyannote-segmentation-3.0-int8';
const EMBEDDING = 'speaker-lstm-256';

export const hasDiarizationWeights = existsSync(join(WEIGHTS, EMBEDDING));

export const NO_LIMITS: SpeakerLimits = { exact: null, least: 0, most: null };

/** The diarized windows of a recording; seconds of work, and of the recording. */
export interface HeardRecording {
  windows: ChannelWindow[];
  seconds: number;
  duration: number;
}

/** The engine's whole pipeline from a WAVE file to speaker turns, in Node, with the shared weights. */
export class RecordingDiarizer {
  private constructor(
    private readonly vad: SileroVad,
    private readonly diarizer: WindowDiarizer,
    /** Cosine distance of two people, of the network for voices. */
    readonly speakerDistance: number,
  ) {}

  static async load(): Promise<RecordingDiarizer> {
    const segmentation = findModel(SEGMENTATION);
    const embedding = findModel(EMBEDDING);
    if (segmentation.engine !== 'segmentation' || embedding.engine !== 'speaker-embedding') {
      throw new Error('The manifest does not know the shared weights for diarization.');
    }
    const source = ({ folder, graph }: { folder: string; graph: string }) => ({
      path: graph,
      open: () => filesIn(pathToFileURL(join(WEIGHTS, folder, '/')))(graph),
    });
    const { frontEnd, speakerDistance } = embedding;
    const diarizer = await loadDiarizer({
      segmentation: source(segmentation),
      embedding: { ...source(embedding), frontEnd },
      configureRuntime: (env) => {
        env.wasm.numThreads = 1;
      },
    });
    const vadFile = createRequire(import.meta.url).resolve('@ricky0123/vad-web/dist/silero_vad_v5.onnx');
    const vad = await SileroVad.open(await readFile(vadFile), () => undefined);
    return new RecordingDiarizer(vad, diarizer, speakerDistance);
  }

  /** Diarizes a recording's windows. */
  async listen(path: string): Promise<HeardRecording> {
    return this.hear(await readFile(path));
  }

  /** Diarizes the windows of a recording in memory. */
  async hear(bytes: Uint8Array<ArrayBuffer>): Promise<HeardRecording> {
    const reader = await SpeechWindowReader.open(blobSource(new Blob([bytes])), this.vad, {
      separateUtterances: false,
    });
    try {
      const windows: ChannelWindow[] = [];
      for (let window = await reader.next(); window; window = await reader.next()) {
        windows.push({ channel: window.channel, speakers: await this.diarizer.diarize(window) });
      }
      const seconds = windows.reduce((sum, { speakers }) => sum + speakers.seconds, 0);
      return { windows, seconds, duration: reader.duration };
    } finally {
      await reader.close();
    }
  }

  /** The first window of a recording, as recorded. */
  async speechIn(path: string): Promise<Float32Array> {
    const file = blobSource(new Blob([await readFile(path)]));
    const reader = await SpeechWindowReader.open(file, this.vad, { separateUtterances: false });
    try {
      const window = await reader.next();
      return window?.recorded ?? window?.pcm ?? new Float32Array(0);
    } finally {
      await reader.close();
    }
  }

  /** Vectors of the stretches of a recording's first window, every other one: they do not overlap. */
  async piecesIn(path: string): Promise<Float32Array[]> {
    return (await this.stretchesIn(await this.speechIn(path))).filter((_, at) => at % 2 === 0);
  }

  /** Vectors of all stretches of at most 30 s. */
  async stretchesIn(pcm: Float32Array): Promise<Float32Array[]> {
    const track = await this.diarizer.embedder.track(pcm);
    return track ? unpackVectors(track).flatMap((vector) => vector ?? []) : [];
  }

  /** Finds the speakers over all windows. */
  turns({ windows }: HeardRecording, limits: Partial<SpeakerLimits> = {}): ChannelTurn[] {
    return findByStretches(windows, { ...NO_LIMITS, ...limits }, this.speakerDistance).turns;
  }

  /** For each speaker of a recording the place of the known voice that is theirs; null for somebody else. */
  known({ windows }: HeardRecording, samples: readonly HeardRecording[]): (number | null)[] {
    const voices = samples.map(
      (sample) =>
        findByStretches(sample.windows, { ...NO_LIMITS, exact: 1 }, this.speakerDistance).voices[0] ?? null,
    );
    const found = findByStretches(windows, NO_LIMITS, this.speakerDistance);
    return matchVoices(found.voices, voices, this.speakerDistance);
  }

  /** The speakers by these numbers, with how sure they are. */
  found({ windows }: HeardRecording, rules?: StretchRules): FoundSpeakers {
    return findByStretches(windows, NO_LIMITS, this.speakerDistance, rules);
  }

  async dispose(): Promise<void> {
    await this.diarizer.dispose();
  }
}
