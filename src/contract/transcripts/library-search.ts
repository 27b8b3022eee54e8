import { z } from '../../lib/zod.ts';

const MOST_PASSAGES = 50;

/** Query of `GET /v2/search`. */
export const searchQuery = z
  .object({
    text: z.string().trim().min(1).max(2_000),
    limit: z.coerce.number().int().min(1).max(MOST_PASSAGES).default(10),
    answer: z.enum(['true', 'false']).default('false'),
  })
  .strict();

/** A passage of a recording; `start` in seconds. */
export const foundPassage = z.object({
  id: z.uuid(),
  name: z.string(),
  start: z.number().min(0),
  speaker: z.string().nullable(),
  text: z.string(),
});

/** Response of `GET /v2/search`. */
export const librarySearch = z.object({
  /** Passages with all the words, those of the likeliest recordings first. */
  words: z.array(foundPassage),
  /** Passages that mean something like the text, the nearest first; null where no model for that is installed. */
  meaning: z.array(foundPassage).nullable(),
  /** Passages that come nearest to the text as a question, the shortest first; null where none was asked. Whether they answer it is for the reader. */
  answer: z.array(foundPassage).nullable(),
});

export type FoundPassage = z.infer<typeof foundPassage>;
export type LibrarySearch = z.infer<typeof librarySearch>;

/** What is written above the passages of an answer. */
export const answerHeading = (passages: readonly unknown[]): string =>
  passages.length > 0 ? 'These passages come nearest:' : 'Nothing in your recordings says that.';
