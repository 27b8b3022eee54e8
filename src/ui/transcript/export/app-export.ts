import type { Mask } from '../../../client/recordings/cuts/mask-sound.ts';
import type { PaintedCaptions } from '../../../client/recordings/cuts/paint-captions.ts';
import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { FRAME_RATES, type FrameRate } from '../../../contract/transcripts/transcript-formats.ts';
import type { CutRecording } from '../../../document/cuts/clips.ts';
import { keptParts, type Part } from '../../../document/cuts/kept-parts.ts';
import { writeCutEdl } from '../../../document/cuts/write-cut-edl.ts';
import { writeCutFcpxml } from '../../../document/cuts/write-cut-fcpxml.ts';
import { chaptersInCut } from '../../../document/cuts/write-id3-chapters.ts';
import { writeOtio } from '../../../document/cuts/write-otio.ts';
import type { ExportOptions } from '../../../document/formats/export-options.ts';
import { shownCues, shownStyle } from '../../../document/formats/export-view.ts';
import { serialize } from '../../../document/serialize.ts';
import type { AboutTranscript } from '../../../document/to-transcript-json.ts';
import type { AppFormat } from '../../parts/export-formats.ts';

/** A larger recording is beside its page: browsers open no longer pages. */
export const MOST_INSIDE = 25e6;

export interface ExportedBlob {
  /** What its name ends with, with its dot. */
  extension: string;
  blob: Blob;
}

/** How a recording is cut. */
export interface CutChoices {
  name: string;
  hasVideo: boolean;
  frameRate: FrameRate;
  /** Seconds; null keeps all pauses. */
  longestPause: number | null;
}

const WRITERS = {
  'cut-edl': { write: writeCutEdl, extension: '.edl', type: 'text/plain' },
  'cut-fcpxml': { write: writeCutFcpxml, extension: '.fcpxml', type: 'application/xml' },
  'cut-otio': { write: writeOtio, extension: '.otio', type: 'application/json' },
} as const;

export type CutList = keyof typeof WRITERS;

/** What remains of the recording as an edit list. */
export function cutList(document: CorrectedTranscript, format: CutList, choices: CutChoices): ExportedBlob {
  const recording: CutRecording = { ...choices, duration: document.duration };
  const { write, extension, type } = WRITERS[format];
  const written = write(keptParts(document, choices.longestPause), recording);
  return { extension, blob: new Blob([written], { type }) };
}

/** What remains of the recording as sound. */
async function cutSoundOf(
  document: CorrectedTranscript,
  file: Blob,
  longestPause: number | null,
): Promise<ExportedBlob> {
  // Half of it is a library for containers, which nothing else of the page needs.
  const { cutSound } = await import('../../../client/recordings/cuts/cut-sound.ts');
  const parts = keptParts(document, longestPause);
  return cutSound(file, parts, chaptersInCut(document, parts));
}

/** A text whose captions are painted into its video, with their rules and sounds. */
type PaintedDocument = Pick<ExportOptions, 'captions' | 'sounds'> & { document: CorrectedTranscript };

interface CutExport {
  list: CutChoices;
  recording: () => Promise<Blob>;
  /** Parts of a video, which may begin at key frames. */
  parts: readonly Part[];
  painted: PaintedDocument | null;
  progress: { signal: AbortSignal; onProgress: (fraction: number) => void };
}

/** What remains of the recording, in a format of the app. */
export async function cutAs(
  format: AppFormat,
  document: CorrectedTranscript,
  { list, recording, parts, painted, progress }: CutExport,
): Promise<ExportedBlob> {
  if (format === 'cut-sound') return cutSoundOf(document, await recording(), list.longestPause);
  if (format !== 'cut-video') return cutList(document, format as CutList, list);
  const { cutVideo } = await import('../../../client/recordings/cuts/cut-video.ts');
  const captions = painted ? captionsOf(painted) : undefined;
  return cutVideo(await recording(), parts, { ...progress, captions });
}

/** The usual frame rate that is nearest to that of a recording's picture; null if it has none. */
export async function pictureOf(file: Blob): Promise<FrameRate | null> {
  const { readPicture } = await import('../../../client/recordings/cuts/cut-sound.ts');
  const picture = await readPicture(file);
  if (!picture) return null;
  const by = (rate: FrameRate) => Math.abs(Number(rate) - picture.rate);
  return FRAME_RATES.toSorted((a, b) => by(a) - by(b))[0] ?? null;
}

/** The whole recording with a tone or silence in place of words. */
export async function maskedOf(
  file: Blob,
  stretches: readonly Part[],
  {
    mask,
    ...rest
  }: { mask: Mask; signal: AbortSignal; onProgress: (fraction: number) => void; withPicture: boolean },
): Promise<ExportedBlob> {
  const { maskSound } = await import('../../../client/recordings/cuts/mask-sound.ts');
  return maskSound(file, stretches, { mask, ...rest });
}

/** The captions of a document, as they are painted into its video. */
export const captionsOf = ({ document, ...options }: PaintedDocument): PaintedCaptions => ({
  cues: shownCues(document, options),
  style: shownStyle(document),
});

/** How many captions are too small to be read in a picture of this size. */
export async function captionsWithoutRoom(
  captions: PaintedCaptions,
  size: { width: number; height: number },
): Promise<number> {
  const { withoutRoom } = await import('../../../client/recordings/cuts/paint-captions.ts');
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  return context ? withoutRoom(context, size, captions).length : 0;
}

export async function pageWithSound(
  document: CorrectedTranscript,
  about: AboutTranscript,
  options: ExportOptions,
  file: Blob,
): Promise<Blob> {
  const { type, content } = serialize(document, 'html', about, {
    ...options,
    audio: await dataAddress(file),
  });
  return new Blob([content], { type });
}

function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    // An address of audio or video is the only one that the page takes.
    const type = /^(audio|video)\//.test(file.type) ? file.type : 'audio/mpeg';
    reader.readAsDataURL(new Blob([file], { type }));
  });
}
