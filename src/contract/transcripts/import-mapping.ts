import { z } from '../../lib/zod.ts';

/**
 * A path of names such as `alternatives.0.content`, `[]` for each item of a list; of several, the first with a value.
 */
const place = z.union([z.string().max(200), z.array(z.string().max(200)).min(1).max(20)]);
const values = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).min(1);

/** What a file must have, or must not, to be of the program. */
const condition = z.union([
  z.strictObject({ has: place }),
  z.strictObject({ lacks: place }),
  z.strictObject({ at: place, is: z.union([values, z.enum(['text', 'whole number'])]) }),
]);

const fields = {
  start: place.optional(),
  end: place.optional(),
  /** Beside a start. */
  length: place.optional(),
  text: place.optional(),
  voice: place.optional(),
  /** A number, also behind a name; `#` is that of the item. */
  channel: place.optional(),
};

const words = z.strictObject({
  /** Within the item. Without fields, each word is read by the usual names. */
  list: place,
  ...fields,
  confidence: place.optional(),
  /** Only those with one of the values in a field; the others; those without a time of their own. */
  only: z.record(z.string(), values).optional(),
  without: z.record(z.string(), values).optional(),
  untimed: z.record(z.string(), values).optional(),
  /** Whether these are pieces of words: one without a space before it belongs to the one before. */
  joins: z.boolean().default(false),
  /** What pieces begin and end with that are no text. */
  marks: z.array(z.tuple([z.string().min(1), z.string().min(1)])).optional(),
  /** Names of speakers that mean nobody. */
  nobody: z.array(z.string()).optional(),
  /** Where times count from. */
  from: z.enum(['file', 'item']).default('file'),
  /** Whether the first word of an item may lack its start, which is then 0. */
  zero: z.boolean().default(false),
});

const unit = z.union([z.number().positive(), z.literal('guess')]).default(1);

export const treeLayout = z.strictObject({
  when: z.array(condition).default([]),
  /** The items: the whole file if it is left out. */
  list: place.default(''),
  /** Items with one of the values in a field, which nobody said. */
  without: z.record(z.string(), values).optional(),
  /** Whether an item is a passage, or only has words, which are parted by voices and pauses. */
  part: z.enum(['items', 'words']).default('items'),
  /** Unit of times that are numbers, in seconds; found by their size if it is `guess`. */
  unit,
  ...fields,
  /** A text in pieces, within the item. */
  pieces: z.string().optional(),
  /** Language of the item, or of the whole file. */
  language: place.optional(),
  words: words.optional(),
  /** Who speaks when a word begins: a list beside the words. */
  voices: z.strictObject({ list: place, start: place, voice: place }).optional(),
  /** Whether an item without a start begins where the one before ends. */
  follows: z.boolean().default(false),
  /** Whether the last item whose words have speakers has the words of all. */
  repeats: z.boolean().default(false),
});

function isPattern(source: string): boolean {
  try {
    return RegExp(source, 'gmu').source !== '';
  } catch {
    return false;
  }
}

const program = z.string().trim().min(1).max(100);

/** A file of fields in each other, as JSON and XML have them. */
export const treeMapping = z.strictObject({
  program,
  reader: z.literal('trees'),
  layouts: z.array(treeLayout).min(1).max(20),
});

/** The name of a column, or its number from 0 in a table without names. */
const column = z.union([z.string().max(200), z.int().min(0).max(1000)]);

/** A table: it is of the program if it has all of the columns. */
export const tableMapping = z.strictObject({
  program,
  reader: z.literal('tables'),
  /** How many columns a table without names has. */
  width: z.int().min(1).max(1000).optional(),
  columns: z.strictObject({
    start: column.optional(),
    end: column.optional(),
    voice: column.optional(),
    text: column,
  }),
  /** Unit of times that are numbers, in seconds; found by their size if it is `guess`. */
  unit,
});

/** The source of a regular expression. */
const pattern = z.string().refine(isPattern, 'it is no regular expression');

/** A text: it is of the program if it has what all of its texts have, and nothing but such passages. */
export const textMapping = z.strictObject({
  program,
  reader: z.literal('texts'),
  /** With the flags `mu`. */
  when: pattern.optional(),
  /**
   * A passage, with the flags `gmu` and the groups `text`, and `start`, `end` and `voice` where they are given; `day` and `clock` are when
   * it was written. One without a text was not said.
   */
  passage: pattern.refine((source) => source.includes('(?<text>'), 'it has no group "text"'),
});

/** How a program's file is recognised, and where its times, speakers and texts are. */
export const importMapping = z.discriminatedUnion('reader', [treeMapping, tableMapping, textMapping]);

/** What a person may have of their own, also from others: no regular expressions, which could take for ever. */
export const ownMapping = z.discriminatedUnion('reader', [treeMapping, tableMapping]);
export const ownMappings = z.array(ownMapping).max(100);

export type OwnMapping = z.infer<typeof ownMapping>;
export type TreeLayout = z.infer<typeof treeLayout>;
export type TreeWords = z.infer<typeof words>;
export type TableMapping = z.infer<typeof tableMapping>;
export type TextMapping = z.infer<typeof textMapping>;
export type ImportMapping = z.infer<typeof importMapping>;
export type Place = z.infer<typeof place>;
export type TreeCondition = z.infer<typeof condition>;
