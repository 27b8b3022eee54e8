import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { afterFailure, hashOf } from './listed-files.ts';

/** The built-in model's files are smaller; bytes. */
const LARGEST_SERVED_FILE = 4_000_000;

/**
 * The built-in model, and the list of models that the host has, for when there is no network. Larger models are installed for that:
 * they pass through as they come, since a copy for the cache would be held in memory.
 */
export class ServedModels extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    try {
      const path = new URL(request.url).pathname;
      // Those that are installed are compared by the page, as they arrive.
      const isCompared = request.cache !== 'no-store' && !request.headers.has('range');
      const integrity = isCompared ? await hashOf(path) : undefined;
      const listed = integrity === undefined ? request : new Request(request.url, { integrity });
      const response = await handler
        .fetch(listed)
        .catch((error) =>
          integrity === undefined ? Promise.reject(error) : afterFailure(request.url, integrity, error),
        );
      // What is installed is stored elsewhere.
      if (
        request.cache !== 'no-store' &&
        Number(response.headers.get('content-length') ?? 0) <= LARGEST_SERVED_FILE
      )
        void handler.waitUntil(handler.cachePut(request, response.clone()));
      return response;
    } catch (error) {
      const kept = await handler.cacheMatch(request);
      if (kept) return kept;
      throw error;
    }
  }
}
