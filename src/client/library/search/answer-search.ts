import { parseQuery } from '../../../contract/errors/parse-query.ts';
import type { SearchCall, TranscriptOutcome } from '../../../contract/realms/transcript-work.ts';
import {
  type FoundPassage,
  type LibrarySearch,
  searchQuery,
} from '../../../contract/transcripts/library-search.ts';
import { rendered } from '../../../lib/errors/rendered.ts';
import { mayRead } from '../../../storage/settings/key-store.ts';
import type { LibraryIndex } from '../library-index.ts';
import { askLibrary, groundSentences, readable, type Searched, searchMeaning } from './ask-library.ts';

export { askLibrary, groundSentences as groundAnswer, readable };

/** Passages of each recording. */
const MOST_OF_ONE = 5;

/** Answers `GET /v2/search`. */
export const answerSearch = ({ key, query }: SearchCall, searched: Searched): Promise<TranscriptOutcome> =>
  rendered(async () => {
    const { text, limit, answer } = parseQuery(searchQuery, query);
    const { index } = searched;
    await index.prepare();
    const isRead = (id: string) => mayRead(key, index.named(id)?.keyId ?? '');
    const [words, meaning, asked] = [
      await findWords(text, limit, index, isRead),
      await findMeant(text, limit, searched, isRead),
      answer === 'true' ? await askLibrary(text, searched, isRead) : null,
    ];
    const found: LibrarySearch = { words, meaning, answer: asked?.nearest ?? null };
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    return { headers, content: JSON.stringify(found) };
  });

async function findWords(
  text: string,
  limit: number,
  index: LibraryIndex,
  isRead: (id: string) => boolean,
): Promise<FoundPassage[]> {
  const found = await index.search(text, { recordings: limit, passages: MOST_OF_ONE }, isRead);
  return found
    .flatMap(({ id, passages }) =>
      (passages?.hits ?? []).map(({ start, speaker, pieces }) => {
        const said = pieces.map((piece) => piece.text).join('');
        return { id, name: index.named(id)?.name ?? '', start, speaker, text: said };
      }),
    )
    .slice(0, limit);
}

async function findMeant(
  text: string,
  limit: number,
  { index, meaning }: Searched,
  isRead: (id: string) => boolean,
): Promise<FoundPassage[] | null> {
  const hits = await searchMeaning(text, limit, meaning, isRead);
  return (
    hits?.map(({ score: _, ...hit }) => ({ ...hit, name: index.named(hit.id)?.name ?? hit.name })) ?? null
  );
}
