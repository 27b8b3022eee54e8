/**
 * Ports of `npm start` and `npm run dev`. No other tool uses them by default: browsers keep recordings by host and port, so another
 * project's page on the same port could read them, and a visitor of that project would get this app.
 */
export const START_PORT = 13_277;
export const DEV_PORT = 13_278;

/** A profile's data belongs to one origin, so a kept profile always needs the same port. */
export const PROFILE_PORT = 4183;

/** Where programs that are no pages reach the API. */
export const GATEWAY_PORT = 4180;

/** That of speech to text in the Wyoming protocol, as Home Assistant's own servers have it. */
export const WYOMING_PORT = 10_300;
