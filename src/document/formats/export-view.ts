import type { Cue } from '../../addons/subtitles/cue.ts';
import {
  type CaptionStyle,
  type CorrectedTranscript,
  captionStyle,
} from '../../contract/transcripts/corrected-transcript.ts';
import { hasSeveralChannels, voiceName } from '../../contract/transcripts/voice-name.ts';
import { documentCues } from '../cues/document-cues.ts';
import { fewWords } from '../cues/few-words.ts';
import { type SpokenParagraph, spokenParagraphs } from '../spoken-paragraphs.ts';
import type { AboutTranscript } from '../to-transcript-json.ts';
import { cuesBeside } from './cues-beside.ts';
import type { ExportOptions } from './export-options.ts';
import { type LabelledSound, labelledSounds, withSounds } from './sound-labels.ts';

/** What a format is made from: the present state, without what was struck or redacted. */
export interface ExportView {
  /** For what surrounds the words: chapters, notes, duration. Words come from `paragraphs` and `cues` alone. */
  document: CorrectedTranscript;
  paragraphs: readonly SpokenParagraph[];
  cues: () => readonly Cue[];
  /** How captions look. */
  style: CaptionStyle;
  /** Who says a paragraph; null if there is nothing to distinguish, or speakers are left out. */
  voiceOf: (paragraph: SpokenParagraph) => string | null;
  /** Sounds that a person wants to see, in the language of the text, in order of time. */
  sounds: readonly LabelledSound[];
  about: AboutTranscript;
  options: ExportOptions;
  /** The further languages. */
  beside: readonly ExportView[];
}

/** A paragraph without its speaker. */
function unspoken({ speaker: _, speaker_name: __, ...paragraph }: SpokenParagraph): SpokenParagraph {
  return paragraph;
}

/** The document's style, but for what an export asks for. */
export function shownStyle(
  { caption_style }: CorrectedTranscript,
  { look, words }: Pick<ExportOptions, 'look' | 'words'> = {},
): CaptionStyle {
  const style = caption_style ?? captionStyle.parse({});
  return { ...style, look: look ?? style.look, words: words ?? style.words };
}

/** Sounds that were asked for, in the language of the text. */
const soundsIn = ({ paragraphs }: CorrectedTranscript, { sounds = [] }: ExportOptions): LabelledSound[] =>
  labelledSounds(sounds, paragraphs[0]?.language ?? 'en');

/** The cues as a style shows them: whole, or a few words at a time; further languages are beside whole ones alone. With sounds. */
export function shownCues(
  document: CorrectedTranscript,
  options: ExportOptions,
  style: CaptionStyle = shownStyle(document, options),
  further: Parameters<typeof cuesBeside>[1] = [],
): readonly Cue[] {
  const byWord = style.look !== 'plain' || style.words > 0;
  const cues = documentCues(document, { ...options, byWord });
  const spoken = further.length === 0 ? fewWords(cues, style.words) : cuesBeside(cues, further, options);
  return withSounds(spoken, soundsIn(document, options));
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
  const style = shownStyle(document, options);
  const sounds = soundsIn(document, options);
  const cues = () => shownCues(document, options, style, further);
  if (speakers === false) {
    return {
      document: { ...document, speakers: [] },
      paragraphs: named.map(unspoken),
      cues: () => cues().map((cue) => ({ ...cue, voice: null })),
      voiceOf: () => null,
      style,
      sounds,
      about,
      options,
      beside: further,
    };
  }
  return { document, paragraphs: named, cues, style, voiceOf, sounds, about, options, beside: further };
}
