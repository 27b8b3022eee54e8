import type { Plugin } from 'vite';
import { findModel } from '../../src/models/manifest/catalogue.ts';
import { exchangedFiles } from '../runner/exchanged-files.ts';

/**
 * Serves the app with sizes and hashes of the small students in its table of directions: Mozilla's own models of that pair cannot
 * be had without a network, and the small ones are no downloads of the app.
 */
export function tinyDirections(...pairs: string[]): Plugin {
  return exchangedFiles(
    pairs.flatMap((pair) => {
      const small = new Map(findModel(`marian-tiny-${pair}`).files.map((file) => [file.path, file]));
      return findModel(`firefox-${pair}`).files.flatMap((from) => {
        const to = small.get(from.path);
        return to ? [{ from, to }] : [];
      });
    }),
  );
}
