import { findBrowser } from '../../src/cli/find-browser.ts';

/**
 * How the tests start Chromium. Most of them hear seconds of speech in a browser that was never used: there, compiling the ONNX runtime
 * a second time, with every optimisation, takes longer than it saves. It needs to be ten times as busy as usual for that.
 */
export const chromiumOptions = () => ({
  executablePath: findBrowser('chromium'),
  args: ['--enable-unsafe-webgpu', '--js-flags=--wasm-tiering-budget=130000000'],
});
