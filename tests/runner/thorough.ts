/**
 * The tag of tests that `npm test` leaves out and `npm run test:all` runs: they wait out long clocks, or repeat on the built
 * app what a smaller test holds.
 */
export const THOROUGH = '@thorough';

/** The same for tests of Vitest. */
export const THOROUGH_TAG = 'thorough';
export const TAGS = [{ name: THOROUGH_TAG, description: 'Only `npm run test:all` runs it.' }];

/** Whether this is a run of all tests, for those that do less by day. `npm run test:all` sets the variable; pages have none. */
export const isThorough = typeof process !== 'undefined' && Boolean(process.env.EARSHOT_THOROUGH);

/** Cases of a property test: all of them every night, a part by day. */
export const cases = (count: number, divisor = 3) => ({
  numRuns: isThorough ? count : Math.ceil(count / divisor),
});

/**
 * The same for whole files: what real weights make of many recordings, every container and real recordings in a browser, how the page
 * looks and where it has room, and a client from an index. Smaller: src/engine/asr/whisper, src/engine/diarization, tests/e2e/diarization.spec.ts and tests/browser/audio/containers.test.ts.
 */
export const THOROUGH_FILES = [
  'tests/accuracy/diarization.test.ts',
  'tests/accuracy/foreign-speech.test.ts',
  'tests/accuracy/held-words.test.ts',
  'tests/accuracy/hot-words.test.ts',
  'tests/accuracy/live/live-words.test.ts',
  'tests/accuracy/terms-by-engine.test.ts',
  'tests/browser/audio/every-container.test.ts',
  'tests/browser/audio/real-recordings.test.ts',
  'tests/browser/ui/layout.test.ts',
  'tests/browser/ui/narrow.test.ts',
  'tests/browser/visual/visual.test.ts',
  'tests/package/gateway-openai.test.ts',
  'tests/package/gateway-openai-python.test.ts',
  'tests/package/gateway-python.test.ts',
];

/**
 * The same for files of the end-to-end tests, of which smaller tests hold each part in Node or in a page: addons, notifications,
 * addresses, languages, shared files, narrow screens and what comes back from the second place (tests/browser/storage).
 */
export const THOROUGH_SPECS =
  '^ ?(?:below-a-path|diarization|languages|lost-database|named-addresses|notifications|phone|sharing|translation)\\.spec\\.ts ';

/**
 * The same for the other browsers, where by day each transcribes a first own recording and serves the API, and Firefox has the guard:
 * it keeps a first visit from a hosted service.
 */
export const THOROUGH_IN_ENGINES = [
  '^(?:firefox|webkit) (?:borrowed-functions|correcting|formats|live|offline|private-window|sharing)\\.spec\\.ts ',
  '^webkit (?:first-visit|ways-out|web-speech)\\.spec\\.ts ',
  '^(?:firefox|webkit) main-job\\.spec\\.ts .*the sample is transcribed',
];
