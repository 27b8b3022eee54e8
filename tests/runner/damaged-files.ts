import type { Plugin } from 'vite';

const NOISE = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 197) % 251));

/** Serves noise in the place of files, as a disk that is damaged would. */
export class DamagedFiles {
  #pattern: RegExp | null = null;

  readonly plugin = (): Plugin => ({
    name: 'earshot-damaged-files',
    enforce: 'pre',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        if (!this.#pattern?.test(request.url ?? '')) return next();
        response.setHeader('cache-control', 'no-store');
        response.end(NOISE);
      });
    },
  });

  /** Damages the files whose addresses match, until the next call; null mends all. */
  set(pattern: RegExp | null): void {
    this.#pattern = pattern;
  }
}
