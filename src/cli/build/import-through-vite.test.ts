import { describe, expect, it, vi } from 'vitest';
import { importThroughVite } from './import-through-vite.ts';

const GAVE_UP = new Error('transport invoke timed out after 60000ms (data: {})');

describe('a module of the app in Node', () => {
  it('is loaded again where a busy machine took longer than Vite waits', async () => {
    const module = { default: 1 };
    const load = vi.fn().mockRejectedValueOnce(GAVE_UP).mockResolvedValue({ module, dependencies: [] });
    expect(await importThroughVite('src/any.ts', load)).toBe(module);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('fails at once for any other reason', async () => {
    const load = vi.fn().mockRejectedValue(new Error('Cannot find module'));
    await expect(importThroughVite('src/any.ts', load)).rejects.toThrow('Cannot find module');
    expect(load).toHaveBeenCalledTimes(1);
  });
});
