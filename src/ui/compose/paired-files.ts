import { looksLikeRecording } from './dropped-files.ts';

/** A recording, and the transcript of another program that was given with it. */
export interface PairedFile {
  recording: File;
  transcript: File | null;
}

/** Ends of the names of transcripts that can be imported. */
export const TRANSCRIPT_TYPES =
  '.srt,.vtt,.sbv,.sub,.stl,.ass,.ssa,.ttml,.dfxp,.itt,.lrc,.csv,.tsv,.ctm,.stm,.textgrid,.txt,.md,.json';

const TRANSCRIPT = /\.(srt|vtt|sbv|sub|stl|ass|ssa|ttml|dfxp|itt|lrc|csv|tsv|ctm|stm|textgrid|txt|json)$/i;
/** What is nothing but a transcript: text, tables and JSON can be anything. */
const CAPTIONS = /\.(srt|vtt|sbv|sub|stl|ass|ssa|ttml|dfxp|itt|lrc|textgrid)$/i;
const LANGUAGE = /(?<=.)\.([a-z]{2,3})(?:[-_][a-z0-9]+)?$/i;

const stemOf = ({ name }: File) => name.replace(/\.[^.]+$/, '').toLowerCase();
const isTranscript = (file: File) => TRANSCRIPT.test(file.name) && !looksLikeRecording(file);

/** The language in "talk.en.srt"; undefined if the name has none. */
export const languageInName = (name: string): string | undefined =>
  LANGUAGE.exec(name.replace(TRANSCRIPT, ''))?.[1]?.toLowerCase();

/** By name, also with a language behind it, or as the only two. Captions without a recording are `left`. */
export function pairFiles(files: readonly File[]): { pairs: PairedFile[]; left: File[] } {
  const transcripts = files.filter(isTranscript);
  const recordings = files.filter((file) => !transcripts.includes(file));
  const free = new Set(transcripts);
  const take = (fits: (stem: string) => boolean): File | null => {
    const found = [...free].find((file) => fits(stemOf(file)));
    if (found) free.delete(found);
    return found ?? null;
  };
  const pairs = recordings.map((recording): PairedFile => {
    const stem = stemOf(recording);
    const own = take((other) => other === stem || other === recording.name.toLowerCase());
    return { recording, transcript: own ?? take((other) => other.replace(LANGUAGE, '') === stem) };
  });
  const [pair] = pairs;
  if (pair && pairs.length === 1 && transcripts.length === 1) pair.transcript ??= take(() => true);
  const left = [...free].filter(({ name }) => CAPTIONS.test(name));
  const others = [...free].filter(({ name }) => !CAPTIONS.test(name));
  return { pairs: [...pairs, ...others.map((recording) => ({ recording, transcript: null }))], left };
}

/** The recordings among the files of a folder, and what belongs to them. */
export function recordingsAmong(files: readonly File[]): File[] {
  const recordings = files.filter(looksLikeRecording);
  const belongs = (file: File) => {
    const stem = stemOf(file);
    return recordings.some((one) => [stem, stem.replace(LANGUAGE, '')].includes(stemOf(one)));
  };
  return files.filter((file) => looksLikeRecording(file) || (isTranscript(file) && belongs(file)));
}
