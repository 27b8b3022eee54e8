import { builtIn } from '../mappings/built-in.ts';
import { readLayout } from './read-layout.ts';
import type { RecognisedPassage } from './recognised-segments.ts';

/** The segments of a program's result by the first mapping that it fits; null if it fits none. */
export function serviceSegments(value: unknown): RecognisedPassage[] | null {
  for (const mapping of builtIn()) {
    if (mapping.reader !== 'trees') continue;
    for (const layout of mapping.layouts) {
      const segments = readLayout(layout, value);
      if (segments) return segments;
    }
  }
  return null;
}
