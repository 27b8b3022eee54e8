import type { LibraryClient } from './library-client.ts';

const load = async () => (await import('./library-client.ts')).libraryClient;

/** The library, whose code is loaded when it is first used. */
export const lazyLibraryClient: LibraryClient = {
  change: async (ids, change) => (await load()).change(ids, change),
  entries: async (ids) => (await load()).entries(ids),
  hide: async (ids) => (await load()).hide(ids),
  restore: async (ids) => (await load()).restore(ids),
  list: async () => (await load()).list(),
  readTexts: async () => (await load()).readTexts(),
  prepare: async () => (await load()).prepare(),
  search: async (...search) => (await load()).search(...search),
  passages: async (id, text, most) => (await load()).passages(id, text, most),
  meant: async (text, most) => (await load()).meant(text, most),
  ask: async (question) => (await load()).ask(question),
  readable: async (passages) => (await load()).readable(passages),
  ground: async (answer, passages) => (await load()).ground(answer, passages),
  likeness: async (points) => (await load()).likeness(points),
  listHidden: async () => (await load()).listHidden(),
};
