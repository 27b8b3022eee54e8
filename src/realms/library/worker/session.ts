import { expose } from 'comlink';
import '../../every-worker/shared/comlink-errors.ts';
import { LibraryIndex } from '../../../client/library/library-index.ts';
import { MeaningIndex } from '../../../client/library/search/meaning-index.ts';
import { onChannelMessage } from '../../../contract/realms/channel.ts';
import type { SearchCall } from '../../../contract/realms/transcript-work.ts';
import { serveCall } from '../../every-worker/shared/serve-call.ts';
import type { LibraryWorkerApi } from '../shared/api.ts';

/** While a transcript is corrected it is saved every second. */
const EDIT_PAUSE_MS = 2000;

/** Loaded with the first question: it has the words of many languages. */
const asking = () => import('../../../client/library/search/answer-search.ts');

/** Holds the index of all words, and follows what every tab changes. */
export function exposeLibrary(): void {
  const index = new LibraryIndex();
  // Its code, and the model's, are loaded when it is first used.
  const meaning = new MeaningIndex(async () => (await import('./open-encoder.ts')).openEncoder());
  const prepareMeaning = async () => {
    await index.readTexts();
    await meaning.fill();
  };
  const searched = { index, meaning };
  const answer = async (call: SearchCall) => {
    prepareMeaning().catch(console.warn);
    return (await asking()).answerSearch(call, searched);
  };
  const edited = new Map<string, ReturnType<typeof setTimeout>>();
  // The worker lives as long as its page.
  onChannelMessage((message) => {
    if (message.type === 'job-deleted' || message.type === 'edit-saved') meaning.change([message.id]);
    if (message.type === 'library-changed') meaning.change(message.ids);
    if (message.type === 'job-changed' && message.status === 'done') void index.renew(message.id);
    else if (message.type === 'job-deleted') void index.relist([message.id]);
    else if (message.type === 'library-changed') void index.relist(message.ids);
    else if (message.type === 'edit-saved') {
      clearTimeout(edited.get(message.id));
      edited.set(
        message.id,
        setTimeout(() => void index.renew(message.id), EDIT_PAUSE_MS),
      );
    }
  }, new AbortController().signal);
  const api: LibraryWorkerApi = {
    list: () => index.list(),
    readTexts: () => index.readTexts(),
    prepare: () => index.prepare(),
    search: (text, first) => index.search(text, first),
    passages: (id, text, most) => index.passages(id, text, most),
    prepareMeaning,
    async meant(text, most) {
      prepareMeaning().catch(console.warn);
      return meaning.search(text, most);
    },
    ask: async (question) => (await asking()).askLibrary(question, searched),
    readable: async (passages) => (await asking()).readable(passages),
    ground: async (answer, passages) => (await asking()).groundAnswer(answer, passages),
    answer,
    serve: (port, lock) =>
      serveCall(port, lock, async (call) => {
        if (call.kind !== 'search') throw new Error(`The library's worker does no ${call.kind}.`);
        return answer(call);
      }),
    likeness: (points) => meaning.likeness(points),
  };
  expose(api);
}
