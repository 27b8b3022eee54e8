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
  /** Sentences that answer the text as a question, the shortest first; null where none was asked for. */
  answer: z.array(foundPassage).nullable(),
  /** Passages that come nearest to the question, whether they answer it or not; null where none was asked. */
  nearest: z.array(foundPassage).nullable(),
});

export type FoundPassage = z.infer<typeof foundPassage>;
export type LibrarySearch = z.infer<typeof librarySearch>;

/** What is said before an answer's sentences, or before the passages that come nearest where there are none. */
export const answerHeading = (sentences: readonly unknown[], nearest: readonly unknown[]): string[] =>
  sentences.length > 0
    ? []
    : [
        nearest.length > 0
          ? 'No sentence answers that for certain. Nearest:'
          : 'Nothing in your recordings says that.',
      ];
