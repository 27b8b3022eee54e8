import { readResult } from '../../document/make-document.ts';
import { foldLetters } from '../../lib/fold-letters.ts';
import { madeOnce } from '../../lib/made-once.ts';
import { parseCorrected } from '../../storage/corrections/corrected-records.ts';
import { readCorrectedRows } from '../../storage/corrections/read-corrected.ts';
import { jobResponse } from '../../storage/jobs/job-response.ts';
import { getJobInText } from '../../storage/jobs/job-store.ts';
import { factsIn, utterancesIn } from '../../storage/jobs/stored-result.ts';
import { type JobRow, readListedRows } from '../../storage/library/library-rows.ts';
import {
  type LibraryFacts,
  readFacts,
  readPassages,
  readRevisions,
  storeLibraryText,
} from '../../storage/library/library-texts.ts';
import { type JobSummary, summariseJob } from '../jobs/job-summary.ts';
import { type FoundTexts, InvertedIndex, type WordSearch } from './inverted-index.ts';
import { type AskedWord, askedWords, withBorders } from './joined-words.ts';
import { findPassages, type LibraryHit } from './library-passages.ts';
import { libraryTextOf } from './library-text.ts';
import { kanaSpellings, SPACELESS } from './word-tokens.ts';

/** A recording of the list, with the speakers of its transcript. */
export interface ListedRecording {
  summary: JobSummary;
  speakers: readonly string[];
  /** Whether its transcript has been read; otherwise its languages are the requested ones. */
  isRead: boolean;
}

/** A recording that has the searched words. */
export interface FoundRecording {
  id: string;
  /** Relevance: higher is better. */
  score: number;
  /** Its passages, for the first recordings of a search only. */
  passages?: FoundPassages;
}

export interface FoundPassages {
  hits: LibraryHit[];
  /** Number of all passages with hits, also those that are not in `hits`. */
  count: number;
}

/** Properties of a recording other than its words. */
export interface NamedRecording {
  /** Name that a person gave it, otherwise that of the file. */
  name: string;
  /** Id of the service key that it belongs to. */
  keyId: string;
  /** Language that is spoken most. */
  language: string;
  speakers: readonly string[];
}

/** A word longer than this, in letters, that is not found is searched as one with a mistake. */
const LONG_WORD = 4;

/** Beginnings of one or two letters are in nearly all recordings. A syllable of Hangul is two letters or three. */
const isPrefix = (word: string): boolean => word.normalize('NFD').length > 2 || SPACELESS.test(word);

const EXACT: WordSearch = { isPrefix, mistakes: () => 0 };
/** Further searches if nothing is found: short words as beginnings, too, then long words with mistakes. */
const SHORT: WordSearch = { ...EXACT, isPrefix: (word) => word.length > 1 };
const NEARLY: readonly WordSearch[] = [
  SHORT,
  { ...SHORT, mistakes: (word) => (word.length > LONG_WORD ? 0.2 : 0) },
];

/** Texts are made from transcripts once, and stored; their index is made at the first question, and follows changes. */
export class LibraryIndex {
  #rows = new Map<string, JobRow>();
  #facts = new Map<string, LibraryFacts>();
  #index: InvertedIndex | null = null;
  /** Words that were found in place of short or misspelt ones by the last search. */
  #nearly: { text: string; words: ReadonlySet<string> } | null = null;
  #texts: Promise<void> | null = null;
  /** Work on one recording follows the other, so that the last state of a transcript is the one that is kept. */
  #last: Promise<unknown> = Promise.resolve();

  /** All recordings, newest first, as far as their transcripts are known by now. */
  async list(): Promise<ListedRecording[]> {
    const [rows, facts] = await Promise.all([readListedRows(), readFacts()]);
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#facts = facts;
    return rows.map((row) => this.#listed(row));
  }

  #listed(row: JobRow): ListedRecording {
    const facts = this.#facts.get(row.id);
    const summary = summariseJob(jobResponse({ ...row, result: null }));
    return {
      summary: {
        ...summary,
        ...(facts && facts.languages.length > 0 && { languages: facts.languages }),
        duration: summary.duration ?? facts?.duration ?? null,
      },
      speakers: facts?.speakers ?? [],
      isRead: facts !== undefined,
    };
  }

  /** At once, but for the first time with an old library. After a failure the next call reads again. */
  readTexts(): Promise<void> {
    this.#texts ??= this.#readTexts().catch((error: unknown) => {
      this.#texts = null;
      throw error;
    });
    return this.#texts;
  }

  async #readTexts(): Promise<void> {
    if (this.#rows.size === 0) await this.list();
    const revisions = await readRevisions();
    for (const { id, status, completed_at } of [...this.#rows.values()]) {
      const facts = this.#facts.get(id);
      const isPresent = facts?.completed_at === completed_at && facts.revision === (revisions.get(id) ?? 0);
      if (status === 'done' && !isPresent) await this.#readText(id).catch(warn);
    }
  }

  async #readText(id: string): Promise<void> {
    const [found, stored] = await Promise.all([getJobInText(id), readCorrectedRows(id)]);
    if (!found?.result) return;
    const { job, result } = found;
    const { metadata, transcription } = factsIn(result);
    const made = stored
      ? parseCorrected(stored)
      : { revision: 0, document: { ...readResult(utterancesIn(result)), notes: [], chapters: [] } };
    const { facts, passages } = libraryTextOf(made.document, {
      job_id: id,
      completed_at: job.completed_at,
      revision: made.revision,
      languages: transcription?.languages ?? [],
      duration: metadata.audio_duration,
    });
    await storeLibraryText(facts, passages);
    this.#facts.set(id, facts);
    const { result: _, ...row } = job;
    this.#rows.set(id, row);
  }

  /** Null where there is no such recording in the list. */
  named(id: string): NamedRecording | null {
    const row = this.#rows.get(id);
    if (!row) return null;
    const { languages: [language = 'en'] = [], speakers = [] } = this.#facts.get(id) ?? {};
    return { name: this.#listed(row).summary.name, keyId: row.key_id, language, speakers };
  }

  /** Languages that are the main one of a recording. */
  get spokenLanguages(): ReadonlySet<string> {
    return new Set([...this.#facts.values()].flatMap(({ languages: [language] }) => language ?? []));
  }

  /** Makes the index; resolves when it can be searched. */
  readonly prepare = madeOnce(() => this.#build());

  async #build(): Promise<void> {
    await this.readTexts();
    this.#index = new InvertedIndex();
    for (const id of [...this.#rows.keys()]) await this.#enter(id);
    this.#index?.trim();
  }

  /** Writes a recording into the index as it is now. */
  async #enter(id: string): Promise<void> {
    const passages = await readPassages(id);
    const row = this.#rows.get(id);
    const index = this.#index;
    if (!index) return;
    if (!row) {
      index.delete(id);
      return;
    }
    const { summary, speakers } = this.#listed(row);
    const texts = (isText: boolean) =>
      passages.flatMap(({ kind, text }) => ((kind === 'text') === isText ? text : [])).join('\n');
    index.set(id, {
      name: summary.library.name === null ? summary.fileName : `${summary.library.name}\n${summary.fileName}`,
      labels: [...summary.library.tags, summary.library.folder ?? ''].join('\n'),
      notes: `${speakers.join('\n')}\n${texts(false)}`,
      text: texts(true),
    });
  }

  /** Best first. The `first` recordings have so many passages each; those for which `isRead` is false are left out. */
  async search(
    text: string,
    first = { recordings: 0, passages: 0 },
    isRead: (id: string) => boolean = () => true,
  ): Promise<FoundRecording[]> {
    await this.prepare();
    const found = this.#find(text).filter(({ id }) => isRead(id));
    const best = found.slice(0, first.recordings);
    const passages = await Promise.all(best.map(({ id }) => this.passages(id, text, first.passages)));
    return [
      ...best.map((one, index) => ({ ...one, passages: passages[index] })),
      ...found.slice(first.recordings),
    ];
  }

  #find(text: string): FoundRecording[] {
    const index = this.#index;
    this.#nearly = null;
    if (!index) return [];
    const exact = new Map<string, FoundTexts>();
    for (const spelling of kanaSpellings(text)) {
      for (const one of index.search(spelling, EXACT).found)
        if (one.score > (exact.get(one.id)?.score ?? 0)) exact.set(one.id, one);
    }
    if (exact.size > 0) return [...exact.values()].toSorted((one, other) => other.score - one.score);
    const parted = withBorders(text);
    const ways = NEARLY.map((how) => [text, how] as const);
    for (const [query, how] of parted === null ? ways : [[parted, EXACT] as const, ...ways]) {
      const { found, words } = index.search(query, how);
      if (found.length === 0) continue;
      this.#nearly = { text, words };
      return found;
    }
    return [];
  }

  /** The passages of a recording with the searched words, or with those that were found in their place. */
  async passages(id: string, text: string, most: number): Promise<FoundPassages> {
    await this.prepare();
    const asked = kanaSpellings(text).flatMap(askedWords);
    const nearly = this.#nearly?.text === text ? this.#nearly.words : null;
    const askedOf = (word: string): readonly string[] => {
      const own = asked.filter((one) => standsFor(word, one)).map((one) => one.word);
      return own.length === 0 && nearly?.has(word) ? [word] : own;
    };
    // Most passages have none of the words, and need not be taken apart.
    const parts = [...asked.flatMap(({ word, others }) => [word, ...others]), ...(nearly ?? [])].map(
      squeezed,
    );
    const mayHave = (passage: string) => {
      const letters = squeezed(passage);
      return parts.some((part) => letters.includes(part));
    };
    const passages = (await readPassages(id)).filter((passage) => mayHave(passage.text));
    return findPassages(passages, this.#facts.get(id)?.speakers ?? [], askedOf, most);
  }

  /** A recording's transcript was made or corrected, or it came back: its text is read anew. */
  renew(id: string): Promise<void> {
    return this.#inTurn(async () => {
      // Nobody has asked yet: it will be read with the rest.
      if (!this.#texts) return;
      await this.readTexts();
      await this.#readText(id);
      await this.#enter(id);
    });
  }

  /** Recordings were renamed, tagged, moved or deleted. */
  relist(ids: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#texts) return;
      await this.list();
      for (const id of ids) await this.#enter(id);
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(warn);
    return turn;
  }
}

/** Whether a word of a text is one that was asked for, begins with it, or has it as a part: "wifi" has "wi" of "Wi-Fi". */
const standsFor = (word: string, { word: asked, others }: AskedWord): boolean =>
  others.includes(word) || (isPrefix(asked) ? word.startsWith(asked) : word === asked);

/** The letters and digits of a text, without what may be between them. */
const squeezed = (text: string): string => foldLetters(text).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');

const warn = (error: unknown) => console.warn(error);
