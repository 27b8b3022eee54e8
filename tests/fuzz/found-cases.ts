import type { FuzzTask } from './fuzz-case.ts';

/** Mutations that once hung or crashed a reader, as recipes for `fuzzCase`, and what happened. */
export const FOUND_CASES: readonly (FuzzTask & { was: string })[] = [
  { name: 'alac.m4a', seed: 849000377, was: 'hung' },
  { name: 'alac24.m4a', seed: 849000377, was: 'hung' },
  { name: 'alac_stereo.m4a', seed: 849000377, was: 'hung' },
  { name: 'long.mpegts', seed: 313464127, was: 'read without end' },
];
