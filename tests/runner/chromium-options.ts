import { findBrowser } from '../../src/cli/browser/find-browser.ts';

/**
 * Most tests recognise seconds of speech in a browser that was never used: there, compiling the ONNX runtime a second time, with every
 * optimisation, takes longer than it saves. It needs to be ten times as busy as usual for that.
 */
const ARGS = ['--enable-unsafe-webgpu', '--js-flags=--wasm-tiering-budget=130000000'];

/** How the tests start Chromium: without a window, where there is a build for that, since the window costs more than most tests do. */
export const chromiumOptions = () => ({
  executablePath: findBrowser('headless-shell') ?? findBrowser('chromium'),
  args: ARGS,
});

/** For tests of what only the whole browser has: notifications of the system, a user's settings, pictures of all that they show. */
export const wholeChromiumOptions = () => ({ executablePath: findBrowser('chromium'), args: ARGS });
