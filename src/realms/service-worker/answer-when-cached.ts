import { keepAwakeFor, type Pages } from './keep-worker-awake.ts';

/**
 * Caches, for an idle page, what its first view did not need; replies whether all is there, or the next visit goes on.
 */
export async function answerWhenCached(
  port: Pick<MessagePort, 'postMessage'> | undefined,
  caching: Promise<void>,
  pages: Pages,
): Promise<void> {
  const complete = await keepAwakeFor(caching, pages).then(
    () => true,
    (error: unknown) => {
      console.warn(error);
      return false;
    },
  );
  port?.postMessage(complete);
}
