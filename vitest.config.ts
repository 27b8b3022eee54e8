import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { apiDescriptionPlugin } from './src/cli/build/api-description-plugin.ts';
import { bergamotGlue } from './src/cli/build/bergamot-glue.ts';
import { chromiumOptions, wholeChromiumOptions } from './tests/runner/chromium-options.ts';
import { keptModules } from './tests/runner/kept-modules.ts';
import { BROWSER_TESTS_PORT } from './tests/runner/test-addresses.ts';
import { OWN_MODELS } from './tests/runner/test-models.ts';
import { TAGS } from './tests/runner/thorough.ts';

// The pages of browser tests have one speech model under /models/; others would serve tests of what happens without them.
process.env.MODELS_DIR ??= join(OWN_MODELS, 'mini-whisper');

/** Only hangs run into these limits: test machines may be slow and busy. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };

/** Tests in Node that run models take a stage of their own: loading them is most of their time. */
const WITH_MODELS = [
  'src/engine/asr/whisper/**/{kept-cache,live-whisper,whisper-engine,whisper-model}.test.ts',
  'src/engine/kernels/encoder/shorten-encoder.test.ts',
  'src/addons/real-language-model.test.ts',
  'src/language/punctuation/**/*.test.ts',
  'src/language/{marian,text}/**/*.test.ts',
  'tests/accuracy/{diarization,foreign-speech,held-words,hot-words,live/live-words,terms-by-engine,zipformer}.test.ts',
  'tests/accuracy/translation/long-texts.test.ts',
];

/** The pictures are of a whole browser, whose settings have more to say. */
const IN_WHOLE_BROWSER = ['tests/browser/visual/*.test.ts'];
// A list of exclusions here would take the place of those of the command line.
const IN_SHELL = ['tests/browser/!(visual|ui)/**/*.test.ts', 'src/**/*.{browser,svelte}.test.ts'];

/** These measure the page, or record in it: what a file before them left there would count. */
const NEEDS_NEW_PAGE = /^(?:accessible|dialogs|layout|narrow)\.test\.ts$/;
const UI = 'tests/browser/ui';
const uiTests = readdirSync(UI).filter((name) => name.endsWith('.test.ts'));
/** The others share one page and its modules: loading the app anew for each file took a quarter of their time. */
const IN_ONE_PAGE = uiTests
  .filter(
    (name) =>
      !NEEDS_NEW_PAGE.test(name) && !/\bvi\.(?:mock|doMock)\b/.test(readFileSync(join(UI, name), 'utf8')),
  )
  .map((name) => join(UI, name));
IN_SHELL.push(...uiTests.map((name) => join(UI, name)).filter((path) => !IN_ONE_PAGE.includes(path)));

/** `docs/debugging.md` opens a window, which the headless shell has not. */
const usualOptions = process.argv.includes('--browser.headless=false')
  ? wholeChromiumOptions
  : chromiumOptions;

const driving = (launchOptions: ReturnType<typeof chromiumOptions>) =>
  playwright({ launchOptions, actionTimeout: 15_000 });

/** These put stand-ins in the place of modules and globals: each file needs modules of its own, which takes a process. */
const WITH_STAND_INS = ['src/host', 'src/realms'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.browser|\.svelte)\.test\.ts$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => /\bvi\.(?:mock|doMock|stubGlobal)\b|fake-indexeddb/.test(readFileSync(path, 'utf8'))),
);

/** All other files of a worker share their modules: loading them anew for each was half of the time. */
const sharedModules = { isolate: false };

export default defineConfig({
  test: {
    tags: TAGS,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          ...patience,
          ...sharedModules,
          include: [
            'src/**/*.test.ts',
            'tests/engines/**/*.test.ts',
            'tests/guides/**/*.test.ts',
            'tests/house/**/*.test.ts',
            'tests/imports/**/*.test.ts',
            'tests/accuracy/**/*.test.ts',
            'tests/cases/**/*.test.ts',
            'tests/rehearse/**/*.test.ts',
            'tests/runner/**/*.test.ts',
          ],
          exclude: ['**/*.{browser,svelte}.test.ts', ...WITH_MODELS, ...WITH_STAND_INS],
          setupFiles: ['tests/runner/seed-properties.ts', 'tests/runner/leave-no-trace.ts'],
        },
      },
      {
        test: {
          name: 'pool',
          environment: 'node',
          ...patience,
          include: ['tests/pool/**/*.test.ts'],
          // Each has a broker of its own, and waits for it three quarters of its time.
          maxWorkers: 3,
          // Projects with other numbers of workers run at other times.
          sequence: { groupOrder: 1 },
        },
      },
      // What passes only when tried again is named at the end of the run (tests/runner/read-report.ts).
      { test: { name: 'host', environment: 'node', ...patience, retry: 2, include: WITH_STAND_INS } },
      {
        plugins: [bergamotGlue()],
        test: { name: 'models', environment: 'node', ...patience, include: WITH_MODELS },
      },
      {
        plugins: [apiDescriptionPlugin()],
        test: {
          name: 'contract',
          environment: 'node',
          ...patience,
          ...sharedModules,
          include: ['tests/contract/**/*.test.ts'],
          setupFiles: [
            'fake-indexeddb/auto',
            'tests/runner/seed-properties.ts',
            'tests/runner/leave-no-trace.ts',
          ],
        },
      },
      {
        extends: './vite.config.ts',
        plugins: [keptModules()],
        // Tests of real recordings and of large weights read them from beside the project, if they are there.
        server: { fs: { allow: ['.', '../shared/audio', '../shared/models/mini'] } },
        test: {
          name: 'browser',
          // Vite looks there for the packages that it bundles before the first test; late ones would load the page again.
          include: [...IN_SHELL, ...IN_ONE_PAGE, ...IN_WHOLE_BROWSER],
          globalSetup: [
            'tests/browser/models/start-fake-hub.ts',
            'tests/browser/visual/provide-update.ts',
            'tests/browser/ui/share-page.ts',
          ],
          testTimeout: 120_000,
          // What passes only then is named at the end of the run (tests/runner/read-report.ts).
          retry: 2,
          // Of each kind below: they run beside each other, which Vitest allows in an order of their own alone.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            api: { port: BROWSER_TESTS_PORT },
            // The first page waits while the packages are bundled.
            connectTimeout: 180_000,
            headless: true,
            screenshotFailures: false,
            instances: [
              { browser: 'chromium', provider: driving(usualOptions()), include: IN_SHELL },
              {
                browser: 'chromium',
                name: 'browser (one page)',
                provider: driving(usualOptions()),
                include: IN_ONE_PAGE,
                isolate: false,
              },
              {
                browser: 'chromium',
                name: 'browser (whole)',
                provider: driving(wholeChromiumOptions()),
                include: IN_WHOLE_BROWSER,
              },
            ],
          },
        },
      },
    ],
  },
});
