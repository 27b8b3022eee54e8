import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../src/lib/errors/msg.ts';
import { detectCapabilities } from '../../../src/models/device/capabilities.ts';

describe('what this browser can run models on', () => {
  it('is isolated, so that WASM has threads', async () => {
    expect(await detectCapabilities()).toMatchObject({ threading: { supported: true }, jspi: true });
  });

  // The test browser has no GPU: Chromium uses SwiftShader, which computes on the CPU.
  it('refuses an emulated WebGPU adapter', async () => {
    const adapter = await navigator.gpu?.requestAdapter();
    const { webgpu } = await detectCapabilities();
    const name = adapter ? `${adapter.info.vendor} ${adapter.info.architecture}` : null;
    if (name !== null && !/swiftshader/.test(name)) return expect(webgpu.supported).toBe(true);
    expect(webgpu.supported).toBe(false);
    expect(webgpu.supported || inEnglish(webgpu.reason)).toMatch(/emulated|no usable|not support WebGPU/);
  });
});
