/** Two runs beside each other need ports of their own. */
const port = Number(process.env.EARSHOT_TEST_PORT ?? 4173);

/** Where the end-to-end tests find the app with models given on purpose: the miniature serves stt-1 for any recording. */
export const APP_WITH_MODELS = `http://localhost:${port}`;

/** The app as a new user meets it: nothing but the demo. */
export const NEW_APP = `http://localhost:${port + 1}`;

export const portOf = (address: string): string => new URL(address).port;
