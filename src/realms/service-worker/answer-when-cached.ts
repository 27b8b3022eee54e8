import { type Pages, stayAwakeFor } from './stay-awake.ts';

/**
 * A page is idle: now the files that its first view did not need are cached, and it learns whether all are. Without a network the
 * next visit goes on.
 */
export async function answerWhenCached(
  port: Pick<MessagePort, 'postMessage'> | undefined,
  caching: Promise<void>,
  pages: Pages,
): Promise<void> {
  const complete = await stayAwakeFor(caching, pages).then(
    () => true,
    (error: unknown) => {
      console.warn(error);
      return false;
    },
  );
  port?.postMessage(complete);
}
