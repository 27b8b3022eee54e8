import { plainName } from '../../lib/files/plain-name.ts';
import { z } from '../../lib/zod.ts';

/** Longest name, tag and folder in characters. */
export const LONGEST_LABEL = 200;
/** How long a deletion can be undone. */
export const UNDO_MS = 10_000;
const MOST_TAGS = 50;

const label = z.string().min(1).max(LONGEST_LABEL);

/** How a person has put a recording away: what it is called and where it belongs. */
export const libraryEntry = z.object({
  /** Null for the file's name. */
  name: label.nullable().default(null),
  tags: z.array(label).max(MOST_TAGS).default([]),
  folder: label.nullable().default(null),
  /** No retention rule deletes anything of it. */
  pinned: z.literal(true).optional(),
});

export type LibraryEntry = z.infer<typeof libraryEntry>;

/** What changes in entries; whatever is absent remains. */
export interface EntryChange {
  /** Null or nothing but spaces brings the file's name back. */
  name?: string | null;
  folder?: string | null;
  addTags?: readonly string[];
  removeTags?: readonly string[];
  pinned?: boolean;
}

export const NO_ENTRY: LibraryEntry = { name: null, tags: [], folder: null };

const trimmed = (text: string) =>
  plainName(text.replaceAll(/\s+/gu, ' ')).trim().slice(0, LONGEST_LABEL).trimEnd();

const sameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The changed entry. Tags that differ in case alone are one, and remain as they were first written. */
export function changeEntry(entry: LibraryEntry, change: EntryChange): LibraryEntry {
  const { name = entry.name, folder = entry.folder, addTags = [], removeTags = [] } = change;
  const tags = entry.tags.filter((tag) => !removeTags.some((other) => sameTag(tag, other)));
  for (const tag of addTags.map(trimmed)) {
    if (tag !== '' && tags.length < MOST_TAGS && !tags.some((other) => sameTag(tag, other))) tags.push(tag);
  }
  const { pinned = entry.pinned } = change;
  return {
    name: trimmed(name ?? '') || null,
    tags,
    folder: trimmed(folder ?? '') || null,
    ...(pinned && { pinned: true as const }),
  };
}
