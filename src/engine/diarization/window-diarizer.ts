import { SAMPLE_RATE, type SpeechWindow } from '../audio/speech-window.ts';
import { chunkStarts } from './chunk-starts.ts';
import { CHUNK_SAMPLES, type SegmentationModel } from './segmentation-model.ts';
import { FIRST_FRAME_SAMPLE, FRAME_SAMPLES } from './speaker-activity.ts';
import { type ChunkActivity, stitchChunks } from './stitch-chunks.ts';
import type { VoiceEmbedder } from './voice-embedder.ts';
import type { DiarizedChunk, FrameRange, WindowSpeakers, WindowVoice } from './window-speakers.ts';

/** Of a voice that talks long, this much is enough to know it. */
const MOST_CLEAN_SAMPLES = 20 * SAMPLE_RATE;
/** In less there is no voice to hear. */
const LEAST_SAMPLES = 0.2 * SAMPLE_RATE;
/** From here on speech without anybody else in it is enough; below, what was said over others helps out. */
const ENOUGH_CLEAN_SAMPLES = 0.5 * SAMPLE_RATE;
/** Digits after the point that are kept of a vector. */
const VECTOR_PRECISION = 1e4;

/** Finds out who speaks when in a window: segmentation of overlapping chunks, and an embedding of every voice. */
export class WindowDiarizer {
  constructor(
    private readonly segmentation: SegmentationModel,
    private readonly embedder: VoiceEmbedder,
  ) {}

  async diarize(window: SpeechWindow): Promise<WindowSpeakers> {
    const startedAt = performance.now();
    const { pcm, pieces } = window;
    const heard: ChunkActivity[] = [];
    for (const startFrame of chunkStarts(pcm.length)) {
      const start = startFrame * FRAME_SAMPLES;
      const activity = await this.segmentation.activity(pcm.subarray(start, start + CHUNK_SAMPLES));
      heard.push({ startFrame, activity });
    }
    const chunks = withVoices(heard);
    const voices: WindowVoice[] = [];
    const spoken = [...new Set(chunks.flatMap(({ speakers }) => speakers.map(({ voice }) => voice)))];
    for (const voice of spoken) {
      voices.push(await this.listen(pcm, chunks, voice));
    }
    const seconds = (performance.now() - startedAt) / 1000;
    return { pieces, voices, chunks: renumbered(chunks, spoken), seconds };
  }

  async dispose(): Promise<void> {
    await Promise.all([this.segmentation.dispose(), this.embedder.dispose()]);
  }

  private async listen(pcm: Float32Array, chunks: DiarizedChunk[], voice: number): Promise<WindowVoice> {
    const { any, alone } = framesOf(chunks, voice);
    const clean = cut(pcm, alone);
    const speech = clean.length >= ENOUGH_CLEAN_SAMPLES ? clean : cut(pcm, any);
    const vector = speech.length >= LEAST_SAMPLES ? await this.embedder.embed(speech) : null;
    return {
      vector:
        vector && Array.from(vector, (value) => Math.round(value * VECTOR_PRECISION) / VECTOR_PRECISION),
      cleanSeconds: clean.length / SAMPLE_RATE,
    };
  }
}

function withVoices(heard: readonly ChunkActivity[]): DiarizedChunk[] {
  const { ofChunk } = stitchChunks(heard);
  return heard.map(({ startFrame, activity }, index) => ({
    frames: [startFrame, startFrame + activity[0].length],
    speakers: activity.flatMap((row, local) => {
      const voice = ofChunk[index]?.[local];
      const ranges = rangesOf(row, startFrame);
      return voice === undefined || ranges.length === 0 ? [] : [{ voice, ranges }];
    }),
  }));
}

/** Unbroken runs of ones. */
function rangesOf(row: Uint8Array, startFrame: number): FrameRange[] {
  const ranges: FrameRange[] = [];
  row.forEach((active, index) => {
    if (active === 0) return;
    const frame = startFrame + index;
    const last = ranges.at(-1);
    if (last && last[1] === frame) last[1] = frame + 1;
    else ranges.push([frame, frame + 1]);
  });
  return ranges;
}

/** Frames where any chunk hears the voice, and frames where every chunk hears it and nobody else. */
function framesOf(chunks: readonly DiarizedChunk[], voice: number): { any: Uint8Array; alone: Uint8Array } {
  const length = chunks.at(-1)?.frames[1] ?? 0;
  const any = new Uint8Array(length);
  const silentOrOthers = new Uint8Array(length);
  for (const { frames, speakers } of chunks) {
    const here = new Uint8Array(length);
    for (const speaker of speakers) {
      const own = speaker.voice === voice;
      for (const [from, to] of speaker.ranges) {
        if (own) any.fill(1, from, to);
        if (own) here.fill(1, from, to);
        else silentOrOthers.fill(1, from, to);
      }
    }
    for (let frame = frames[0]; frame < frames[1]; frame++) {
      if (here[frame] === 0) silentOrOthers[frame] = 1;
    }
  }
  return { any, alone: any.map((active, frame) => (silentOrOthers[frame] === 0 ? active : 0)) };
}

/** The sound of some frames, joined. */
function cut(pcm: Float32Array, frames: Uint8Array): Float32Array {
  const parts = rangesOf(frames, 0).map(([from, to]) =>
    pcm.subarray(FIRST_FRAME_SAMPLE + from * FRAME_SAMPLES, FIRST_FRAME_SAMPLE + to * FRAME_SAMPLES),
  );
  const length = Math.min(
    parts.reduce((sum, part) => sum + part.length, 0),
    MOST_CLEAN_SAMPLES,
  );
  const joined = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    const taken = part.subarray(0, length - at);
    joined.set(taken, at);
    at += taken.length;
  }
  return joined;
}

/** Voices are numbered without gaps, since local speakers who never speak are left out. */
function renumbered(chunks: DiarizedChunk[], spoken: number[]): DiarizedChunk[] {
  return chunks.map(({ frames, speakers }) => ({
    frames,
    speakers: speakers.map(({ voice, ranges }) => ({ voice: spoken.indexOf(voice), ranges })),
  }));
}
