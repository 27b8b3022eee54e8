import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findBrowser } from './find-browser.ts';
import { withSandbox } from './with-sandbox.ts';

describe('launching a browser with its sandbox', () => {
  const launching = (answer: (sandboxed: boolean) => string) => {
    const asked: boolean[] = [];
    const said: string[] = [];
    const launch = async (sandboxed: boolean) => {
      asked.push(sandboxed);
      return answer(sandboxed);
    };
    return { launch, asked, said, say: (line: string) => said.push(line) };
  };

  it('says nothing where there is one', async () => {
    const { launch, asked, said, say } = launching(() => 'launched');
    expect(await withSandbox(launch, { isRoot: false, say })).toBe('launched');
    expect({ asked, said }).toEqual({ asked: [true], said: [] });
  });

  it('goes without for root, and says why', async () => {
    const { launch, asked, said, say } = launching(() => 'launched');
    await withSandbox(launch, { isRoot: true, say });
    expect(asked).toEqual([false]);
    expect(said).toEqual([expect.stringMatching(/without its sandbox, because this process is root: .*\.$/)]);
  });

  it.each([
    'FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:128] No usable sandbox! If you are running on Ubuntu 23.10+',
    'The setuid sandbox is not running as root.',
  ])('goes without where the system has none, and says why: %s', async (told) => {
    const { launch, asked, said, say } = launching((sandboxed) => {
      if (sandboxed) throw new Error(`browserType.launchPersistentContext: ${told}`);
      return 'launched';
    });
    expect(await withSandbox(launch, { isRoot: false, say })).toBe('launched');
    expect(asked).toEqual([true, false]);
    expect(said).toEqual([
      expect.stringMatching(/because this system lets it make no user namespaces: .*\.$/),
    ]);
  });

  it('gives up where the browser does not start for another reason', async () => {
    const { launch, asked, said, say } = launching(() => {
      throw new Error('error while loading shared libraries: libnss3.so');
    });
    await expect(withSandbox(launch, { isRoot: false, say })).rejects.toThrow('libnss3');
    expect({ asked, said }).toEqual({ asked: [true], said: [] });
  });

  /** Whether any of a browser's processes was started without. */
  const isWithout = (profile: string) =>
    readdirSync('/proc').some((id) => {
      if (!/^\d+$/.test(id)) return false;
      try {
        const given = readFileSync(`/proc/${id}/cmdline`, 'utf8');
        return given.includes(profile) && given.includes('--no-sandbox');
      } catch {
        // It ended meanwhile.
        return false;
      }
    });

  const executablePath = findBrowser('chromium');
  it.skipIf(!executablePath || !existsSync('/proc/self/cmdline'))(
    'says what is true of a real Chromium',
    async () => {
      const profile = mkdtempSync(join(tmpdir(), 'earshot-sandbox-'));
      const said: string[] = [];
      const context = await withSandbox(
        (chromiumSandbox) => chromium.launchPersistentContext(profile, { executablePath, chromiumSandbox }),
        { say: (line) => said.push(line) },
      );
      const without = isWithout(profile);
      await context.close();
      rmSync(profile, { recursive: true, force: true });
      expect(said).toHaveLength(without ? 1 : 0);
      if (process.getuid?.() === 0) expect(said[0]).toContain('root');
    },
  );
});
