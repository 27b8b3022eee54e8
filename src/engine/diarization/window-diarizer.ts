import { SAMPLE_RATE, type SpeechWindow } from '../audio/windows/speech-window.ts';
import { chunkStarts } from './chunk-starts.ts';
import { CHUNK_SAMPLES, type SegmentationModel } from './segmentation-model.ts';
import { FIRST_FRAME_SAMPLE, FRAME_SAMPLES } from './speaker-activity.ts';
import { rangesOf } from './speaker-turns.ts';
import { type ChunkActivity, stitchChunks } from './stitch-chunks.ts';
import type { VoiceEmbedder } from './voice-embedder.ts';
import { voiceLine } from './voice-line.ts';
import type { DiarizedChunk, FrameRange, WindowSpeakers, WindowVoice } from './window-speakers.ts';

/** Continuous speech from this length on is a voice of its own: it may be another person. */
const PIECE_SAMPLES = 1.5 * SAMPLE_RATE;
/** For a voice that talks long, this much is enough to characterise it. */
const MOST_CLEAN_SAMPLES = 20 * SAMPLE_RATE;
/** Shorter speech has no recognisable voice. */
const LEAST_SAMPLES = 0.2 * SAMPLE_RATE;
/** From this length on, speech without anybody else in it suffices; below it, overlapped speech is added. */
const ENOUGH_CLEAN_SAMPLES = 0.5 * SAMPLE_RATE;
/** Recordings with smaller peaks are made louder. */
const LEAST_PEAK = 0.25;
/** Decimal digits kept per vector component. */
const VECTOR_PRECISION = 1e4;

/** A voice with the continuous piece it was made from; null if it was made from everything said. */
interface ChunkVoice extends WindowVoice {
  piece: FrameRange | null;
}

/** Finds who speaks when in a window: segments overlapping chunks and embeds every voice. */
export class WindowDiarizer {
  constructor(
    private readonly segmentation: SegmentationModel,
    readonly embedder: VoiceEmbedder,
  ) {}

  async diarize(window: SpeechWindow): Promise<WindowSpeakers> {
    const startedAt = performance.now();
    const { pieces } = window;
    // A gain that follows the speech would blur how voices differ.
    const pcm = window.recorded ? steadilyLouder(window.recorded) : window.pcm;
    const activities: ChunkActivity[] = [];
    for (const startFrame of chunkStarts(pcm.length)) {
      const start = startFrame * FRAME_SAMPLES;
      const activity = await this.segmentation.activity(pcm.subarray(start, start + CHUNK_SAMPLES));
      activities.push({ startFrame, activity });
    }
    const chunks = withVoices(activities);
    const followed = [...new Set(chunks.flatMap(({ speakers }) => speakers.map(({ voice }) => voice)))];
    const voices: ChunkVoice[] = [];
    const known = new Map<number, number[]>();
    for (const voice of followed) {
      const parts = await this.voicesOf(pcm, chunks, voice);
      known.set(
        voice,
        parts.map((part) => voices.push(part) - 1),
      );
    }
    const track = followed.length > 0 ? await this.embedder.track(pcm) : null;
    return {
      pieces,
      ...(track && { track }),
      voices: voices.map(({ piece: _, ...voice }) => voice),
      chunks: chunks.map((chunk) => withParts(chunk, known, voices)),
      seconds: (performance.now() - startedAt) / 1000,
    };
  }

  async dispose(): Promise<void> {
    await Promise.all([this.segmentation.dispose(), this.embedder.dispose()]);
  }

  /** A followed voice is split into its continuous pieces, because the network confuses people who sound alike. */
  private async voicesOf(
    pcm: Float32Array,
    chunks: DiarizedChunk[],
    followed: number,
  ): Promise<ChunkVoice[]> {
    const { any, alone } = framesOf(chunks, followed);
    const pieces = await this.embedPieces(pcm, rangesOf(alone));
    if (pieces.length > 0) {
      // Short stretches between the pieces join them.
      const share = secondsOf(alone) / pieces.reduce((sum, { seconds }) => sum + seconds, 0);
      return pieces.map(({ range, vector, seconds }) => ({
        followed,
        ...lineOf(cut(pcm, [range])),
        vector: roundedVector(vector),
        cleanSeconds: share * seconds,
        piece: range,
      }));
    }
    const clean = cut(pcm, rangesOf(alone));
    const speech = clean.length >= ENOUGH_CLEAN_SAMPLES ? clean : cut(pcm, rangesOf(any));
    const vector = speech.length >= LEAST_SAMPLES ? await this.vectorOf(speech) : null;
    return [
      {
        followed,
        ...((vector || (this.embedder.hasTrack && clean.length >= LEAST_SAMPLES)) && lineOf(clean)),
        vector: roundedVector(vector),
        cleanSeconds: secondsOf(alone),
        piece: null,
      },
    ];
  }

  /** Null where the track has the vectors. */
  private async vectorOf(speech: Float32Array): Promise<Float32Array | null> {
    return this.embedder.hasTrack ? null : this.embedder.embed(speech);
  }

  private async embedPieces(pcm: Float32Array, ranges: readonly FrameRange[]): Promise<Piece[]> {
    const pieces: Piece[] = [];
    let samples = 0;
    for (const range of ranges.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))) {
      const speech = cut(pcm, [range]);
      if (speech.length < PIECE_SAMPLES || samples >= MOST_CLEAN_SAMPLES) break;
      samples += speech.length;
      const vector = await this.vectorOf(speech);
      if (vector || this.embedder.hasTrack)
        pieces.push({ range, vector, seconds: speech.length / SAMPLE_RATE });
    }
    return pieces;
  }
}

/** Samples (mono, ±1) with one gain for all, if the loudest is quieter than what the networks were trained on. */
export function steadilyLouder(pcm: Float32Array): Float32Array {
  const peak = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return peak === 0 || peak >= LEAST_PEAK ? pcm : pcm.map((sample) => (sample * LEAST_PEAK) / peak);
}

/** A continuous stretch of one voice alone. */
interface Piece {
  range: FrameRange;
  vector: Float32Array | null;
  seconds: number;
}

const secondsOf = (frames: Uint8Array) =>
  (frames.reduce((sum, frame) => sum + frame, 0) * FRAME_SAMPLES) / SAMPLE_RATE;

function lineOf(speech: Float32Array): Pick<WindowVoice, 'line'> {
  const line = voiceLine(speech);
  return line ? { line } : {};
}

/** Short as JSON. */
export const roundedVector = (vector: Float32Array | null) =>
  vector && Array.from(vector, (value) => Math.round(value * VECTOR_PRECISION) / VECTOR_PRECISION);

/** Distributes a followed voice's ranges to its pieces, each to the nearest. */
function withParts(
  chunk: DiarizedChunk,
  known: ReadonlyMap<number, number[]>,
  voices: readonly ChunkVoice[],
): DiarizedChunk {
  const speakers = new Map<number, FrameRange[]>();
  for (const { voice, ranges } of chunk.speakers) {
    const parts = known.get(voice) ?? [];
    for (const range of ranges) {
      const distance = (part: number) => {
        const piece = voices[part]?.piece;
        return piece ? framesBetween(piece, range) : 0;
      };
      const nearest = parts.reduce(
        (best, part) => (distance(part) < distance(best) ? part : best),
        parts[0] ?? 0,
      );
      speakers.set(nearest, [...(speakers.get(nearest) ?? []), range]);
    }
  }
  return { frames: chunk.frames, speakers: [...speakers].map(([voice, ranges]) => ({ voice, ranges })) };
}

/** Frames between two ranges; negative if they overlap. */
const framesBetween = (a: FrameRange, b: FrameRange) => Math.max(a[0], b[0]) - Math.min(a[1], b[1]);

function withVoices(activities: readonly ChunkActivity[]): DiarizedChunk[] {
  const { ofChunk } = stitchChunks(activities);
  return activities.map(({ startFrame, activity }, index) => ({
    frames: [startFrame, startFrame + activity[0].length],
    speakers: activity.flatMap((row, local) => {
      const voice = ofChunk[index]?.[local];
      const ranges = rangesOf(row, startFrame);
      return voice === undefined || ranges.length === 0 ? [] : [{ voice, ranges }];
    }),
  }));
}

/** Frames where any chunk has the voice, and frames where every chunk has only this voice. */
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

/** The audio of some frames, joined. */
function cut(pcm: Float32Array, ranges: readonly FrameRange[]): Float32Array {
  const parts = ranges.map(([from, to]) =>
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
