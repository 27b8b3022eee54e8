import { z } from '../../lib/zod.ts';
import { refuseFarTimes } from './far-time.ts';
import { importedFrom } from './imported-transcript.ts';
import { translationLanguageCode } from './language-code.ts';
import { CAPTION_LOOKS, FEW_WORDS } from './transcript-formats.ts';
import { word } from './utterance.ts';

/** Version of these shapes: what a newer app wrote is shown, not edited. */
export const CORRECTED_FORMAT = 1;

const seconds = z.number().min(0);

/** Speaker colours count from 0: see `--speaker-0` and the following in tokens.css. */
export const SPEAKER_COLOURS = 8;

/**
 * A word of the edited transcript: as in the machine's result, with its leading space. A struck word is kept with its
 * times, so that it can come back, and is in no export; a redacted one likewise.
 */
export const correctedWord = word.extend({
  struck: z.literal(true).optional(),
  redacted: z.literal(true).optional(),
});

/** A paragraph in another language, as a person corrected it or had it translated again. */
export const paragraphTranslation = z.object({
  language: translationLanguageCode,
  /** The text that it translates: where the paragraph says something else now, the translation is old. */
  of: z.string(),
  words: z.array(word),
});

/** What one speaker says without a long pause, for reading. */
export const paragraph = z.object({
  id: z.string(),
  /** Id of the speaker; null if there is nobody to distinguish. */
  speaker: z.string().nullable(),
  channel: z.int().min(0),
  language: translationLanguageCode,
  /** From the first word to the last; remains where all words were deleted. */
  start: seconds,
  end: seconds,
  words: z.array(correctedWord),
  /** In place of the machine's; absent while nobody corrected one. */
  translations: z.array(paragraphTranslation).optional(),
});

/** A person who speaks: one of the result's voices, or one that was added. */
export const documentSpeaker = z.object({
  id: z.string(),
  /** The number that the result gives the speaker, or the next free one; null for a channel without diarization. */
  number: z.int().min(0).nullable(),
  /** The channel, if several speak. */
  channel: z.int().min(0).nullable(),
  /** Given by a person; null until then. */
  name: z.string().nullable(),
  /** Suggested names that a person refused; absent without any. */
  not_named: z.array(z.string()).optional(),
  colour: z
    .int()
    .min(0)
    .max(SPEAKER_COLOURS - 1),
});

/** What was said about a note, as it was found. */
const addedQuote = z.object({ quote: z.string(), start: seconds });
export type AddedQuote = z.infer<typeof addedQuote>;

/** A remark, a highlighted stretch or a bookmark. It belongs to a time, so that edits of the words do not lose it. */
export const note = z.object({
  id: z.string(),
  kind: z.enum(['note', 'highlight', 'bookmark']),
  start: seconds,
  end: seconds,
  /** The channel of a highlighted stretch; null for all. */
  channel: z.int().min(0).nullable(),
  text: z.string(),
  colour: z.int().min(0).max(4),
  /** Added by the app under the person's words; absent without any. */
  added: z.array(addedQuote).optional(),
});

export const chapter = z.object({
  id: z.string(),
  start: seconds,
  title: z.string(),
  made_by: z.enum(['model', 'hand']),
});

/** A cue that was set by hand. */
export const correctedCue = z.object({
  id: z.string(),
  start: seconds,
  end: seconds,
  /** The words that it shows begin in this stretch; it ends before `until`. */
  from: seconds,
  until: seconds,
  channel: z.int().min(0),
  speaker: z.string().nullable(),
  /** Rows of its own, if they differ from the words; null shows the words. */
  rows: z.array(z.string()).nullable(),
  /** The rows are the words as a file had them laid out: once the words are others, they are shown. */
  follows: z.literal(true).optional(),
  /** Said by somebody who is not in the picture. */
  off_screen: z.literal(true).optional(),
});

/** Whom captions are for: guides give children more time. */
export const CAPTION_AUDIENCES = ['adults', 'children'] as const;

/** Characters in a row and in a second; shortest and longest duration in seconds. */
const captionLimits = z.object({
  columns: z.int().min(1).max(100).nullable(),
  speed: z.number().min(1).max(100).nullable(),
  minimum: z.number().min(0).max(30).nullable(),
  maximum: z.number().min(1).max(30).nullable(),
});

/** How captions are shown: in the player, in ASS and TTML, and where they are painted into a video. */
export const captionStyle = z.object({
  size: z.enum(['small', 'medium', 'large']).default('medium'),
  place: z.enum(['top', 'bottom']).default('bottom'),
  background: z.boolean().default(true),
  /** How the spoken word differs from the others. */
  look: z.enum(CAPTION_LOOKS).default('plain'),
  /** Words at a time; 0 for whole captions. */
  words: z.int().min(0).max(FEW_WORDS.length).default(0),
  /** Whether each speaker has a colour. */
  colours: z.boolean().default(false),
  /** Colour of the spoken word, as #rrggbb. */
  accent: z
    .string()
    .regex(/^#[\da-f]{6}$/i)
    .default('#ffd400'),
  /** Id of the guide whose rules they keep; null for those of the job. */
  guide: z.string().nullable().default(null),
  audience: z.enum(CAPTION_AUDIENCES).default('adults'),
  /** Rows in place of the guide's. */
  rows: z.int().min(1).max(5).nullable().default(null),
  /** Further rules in place of the guide's. */
  limits: captionLimits.nullable().default(null),
  /** Where the picture changes from one shot to another, as it was found; absent where nobody looked. */
  shots: z.array(seconds).optional(),
});

/** Who was asked to a meeting, as its invitation says. */
export const invitation = z.object({ title: z.string(), names: z.array(z.string()) });
export type Invitation = z.infer<typeof invitation>;

/** Everything of an edited transcript but its paragraphs. */
export const correctedHead = z.object({
  format: z.literal(CORRECTED_FORMAT),
  /** Seconds of the recording. */
  duration: seconds,
  /** Number of the next new id. */
  next: z.int().min(0),
  speakers: z.array(documentSpeaker),
  notes: z.array(note),
  chapters: z.array(chapter),
  /** Cues set by hand; null while captions follow the transcript. */
  cues: z.array(correctedCue).nullable(),
  caption_style: captionStyle.nullable(),
  /** The file that the text came from; null if the machine wrote it. */
  imported: importedFrom.nullable().default(null),
  /** Names to suggest for the speakers; null without one. */
  invitation: invitation.nullable().optional(),
  /** What a live session wrote before somebody corrected it; until the whole recording has been recognised. */
  live: z.array(paragraph).optional(),
});

const LISTS = ['speakers', 'notes', 'chapters', 'cues', 'paragraphs'] as const;
/** Far above what anybody edits, and far below where numbers are no longer counted by one; numbers in ids that count are half of it. */
const HIGHEST_NEXT = 2e9;

/**
 * A transcript as people correct it, beside the machine's result, which never changes. What comes from a file is parsed by this
 * before it is stored: paragraphs are rows by their ids, and new ids count on from `next`.
 */
export const correctedTranscript = correctedHead
  .extend({ paragraphs: z.array(paragraph) })
  .superRefine((document, context) => {
    refuseFarTimes(document, context);
    for (const list of LISTS) {
      const again = repeated(document[list]?.map(({ id }) => id) ?? []);
      if (again < 0) continue;
      context.addIssue({ code: 'custom', path: [list, again, 'id'], message: 'must be in the list once' });
    }
  })
  .transform((document) => {
    const next = document.next > HIGHEST_NEXT ? 0 : document.next;
    return { ...document, next: Math.max(next, firstFree(document)) };
  });

/** The place of the first id that was in the list before; -1 if there is none. */
function repeated(ids: readonly string[]): number {
  const seen = new Set<string>();
  return ids.findIndex((id) => seen.size === seen.add(id).size);
}

/** The first number that no id ends with. */
function firstFree(document: Record<(typeof LISTS)[number], readonly { id: string }[] | null>): number {
  let highest = -1;
  for (const list of LISTS) {
    for (const { id } of document[list] ?? [])
      highest = Math.max(highest, Number(/(?<!\d)\d{1,9}$/.exec(id)?.[0] ?? -1));
  }
  return highest + 1;
}

export type CorrectedWord = z.infer<typeof correctedWord>;
export type ParagraphTranslation = z.infer<typeof paragraphTranslation>;
export type Paragraph = z.infer<typeof paragraph>;
export type DocumentSpeaker = z.infer<typeof documentSpeaker>;
export type Note = z.infer<typeof note>;
export type Chapter = z.infer<typeof chapter>;
export type CorrectedCue = z.infer<typeof correctedCue>;
export type CaptionAudience = (typeof CAPTION_AUDIENCES)[number];
export type CaptionStyle = z.infer<typeof captionStyle>;
export type CorrectedHead = z.infer<typeof correctedHead>;
export type CorrectedTranscript = z.infer<typeof correctedTranscript>;
