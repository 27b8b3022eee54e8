/** Parallel runs need ports of their own. */
const port = Number(process.env.EARSHOT_TEST_PORT ?? 13_281);

/** URL of the app with supplied models for the end-to-end tests: the miniature serves stt-1 for any recording. */
export const APP_WITH_MODELS = `http://localhost:${port}`;

/** The app as a new user sees it: only the demo. */
export const NEW_APP = `http://localhost:${port + 1}`;

/** Where the pages of the browser stage are served. */
export const BROWSER_TESTS_PORT = port + 5;

export const portOf = (address: string): string => new URL(address).port;
