import { messageData } from '../../lib/errors/stored-failure.ts';
import { z } from '../../lib/zod.ts';
import { translationLanguageCode } from './language-code.ts';
import { word } from './utterance.ts';

/**
 * Formats of transcripts that can be imported: `sbv` is any subtitles with pairs of times, `ass` is SSA too, `csv` any table, `txt`
 * Markdown and lyrics too, and `json` Earshot's own, Whisper's or that of a service.
 */
export const IMPORT_FORMATS = ['srt', 'vtt', 'sbv', 'ass', 'ttml', 'csv', 'textgrid', 'txt', 'json'] as const;

export const importFormat = z.enum(IMPORT_FORMATS);

const seconds = z.number().min(0);

/** A piece of an imported file: a cue, a paragraph of a text, or an utterance. */
export const importedPassage = z.object({
  /** Null where the file has no times. */
  start: seconds.nullable(),
  end: seconds.nullable(),
  text: z.string(),
  /** The lines of a cue; null for anything else. */
  rows: z.array(z.string()).nullable(),
  /** Who speaks, as the file says: null where it does not, and empty where it has a field for it with nobody. */
  voice: z.string().nullable(),
  /** Whether a mark says that another voice begins. */
  turns: z.boolean().optional(),
  /** Whether all of a cue is in italics. */
  italic: z.boolean().optional(),
  channel: z.int().min(0),
  language: translationLanguageCode.nullable(),
  /** With the file's own times, which remain; null if words have none. */
  words: z.array(word).nullable(),
});

/** Where an edited transcript came from. */
export const importedFrom = z.object({
  /** The file's name. */
  name: z.string(),
  format: importFormat,
  /** Whether words have the times at which they were recognised in the recording. */
  aligned: z.boolean(),
  /** Share of the words that were recognised as written; null if the file has its own times or nothing was recognised. */
  heard: z.number().min(0).max(1).nullable(),
  /** What was mended in the file or left out of it, for people. */
  notes: z.array(z.string()).default([]),
  /** The notes as data, for other languages. */
  texts: z.array(messageData).optional(),
  /** What the file says, until the recording has been recognised. */
  passages: z.array(importedPassage).nullable(),
});

/** Query of `POST /v2/pre-recorded/{id}/transcript`. */
export const importQuery = z
  .object({
    name: z.string().min(1).max(255).optional(),
    format: importFormat.optional(),
    language: translationLanguageCode.optional(),
  })
  .strict();

export type ImportFormat = (typeof IMPORT_FORMATS)[number];
export type ImportedPassage = z.infer<typeof importedPassage>;
export type ImportedFrom = z.infer<typeof importedFrom>;
