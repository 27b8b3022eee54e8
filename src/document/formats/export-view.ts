import type { Cue } from '../../addons/subtitles/cue.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { hasSeveralChannels, voiceName } from '../../contract/transcripts/voice-name.ts';
import { documentCues } from '../cues/document-cues.ts';
import { type SpokenParagraph, spokenParagraphs } from '../spoken-paragraphs.ts';
import type { AboutTranscript } from '../to-transcript-json.ts';
import { cuesBeside } from './cues-beside.ts';
import type { ExportOptions } from './export-options.ts';

/** What a format is made from: the present state, without what was struck or redacted. */
export interface ExportView {
  /** For what surrounds the words: chapters, notes, duration. Words come from `paragraphs` and `cues` alone. */
  document: CorrectedTranscript;
  paragraphs: readonly SpokenParagraph[];
  cues: () => readonly Cue[];
  /** Who says a paragraph; null if there is nothing to distinguish, or speakers are left out. */
  voiceOf: (paragraph: SpokenParagraph) => string | null;
  about: AboutTranscript;
  options: ExportOptions;
  /** The further languages. */
  beside: readonly ExportView[];
}

/** A paragraph without its speaker. */
function unspoken({ speaker: _, speaker_name: __, ...paragraph }: SpokenParagraph): SpokenParagraph {
  return paragraph;
}

export function exportView(
  document: CorrectedTranscript,
  about: AboutTranscript,
  options: ExportOptions,
): ExportView {
  const { names = false, speakers } = options;
  const named = spokenParagraphs(document, { names });
  const further = (options.beside ?? []).map((other) =>
    exportView(other, about, { ...options, beside: undefined }),
  );
  const several = hasSeveralChannels(named);
  const voiceOf = (paragraph: SpokenParagraph) => voiceName(paragraph, several);
  const cues = () => cuesBeside(documentCues(document, options), further, options);
  if (speakers === false) {
    return {
      document: { ...document, speakers: [] },
      paragraphs: named.map(unspoken),
      cues: () => cues().map((cue) => ({ ...cue, voice: null })),
      voiceOf: () => null,
      about,
      options,
      beside: further,
    };
  }
  return { document, paragraphs: named, cues, voiceOf, about, options, beside: further };
}
