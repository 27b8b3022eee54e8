import { chromium } from 'playwright';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureBrowser, ensureBrowsers, type Machine } from './ensure-browser.ts';
import { findBrowser } from './find-browser.ts';

const PLAYWRIGHTS_OWN = chromium.executablePath();
const SYSTEMS = '/usr/bin/chromium';

interface Circumstances {
  installed?: string[];
  programs?: string[];
  root?: boolean;
  /** What a command brings: files, or a refusal. Matched by the text of the command. */
  commands?: Record<string, { brings?: string[]; fails?: boolean }>;
}

/** A machine on which commands only say what they would do. */
function machineWith({ installed = [], programs = [], root = false, commands = {} }: Circumstances) {
  const files = new Set(installed);
  const ran: string[] = [];
  const said: string[] = [];
  const run = async (command: readonly string[]): Promise<number> => {
    const text = command.map((part) => part.replace(/^.*\/(node|cli\.js)$/, '$1')).join(' ');
    ran.push(text);
    const effect = Object.entries(commands).find(([part]) => text.includes(part))?.[1] ?? {};
    if (effect.fails) return 1;
    for (const file of effect.brings ?? []) files.add(file);
    return 0;
  };
  const machine: Machine = {
    exists: (path) => files.has(path),
    hasProgram: (name) => programs.includes(name),
    isRoot: root,
    run,
    runQuietly: run,
    say: (line) => said.push(line),
  };
  return { machine, ran, said };
}

beforeEach(() => {
  for (const variable of ['CHROMIUM_PATH', 'FIREFOX_PATH', 'WEBKIT_DRIVER_PATH']) vi.stubEnv(variable, '');
});
afterEach(() => vi.unstubAllEnvs());

describe('a browser that is there', () => {
  it('is taken as it is, and nothing is said or run', async () => {
    const { machine, ran, said } = machineWith({ installed: [SYSTEMS] });
    expect(await ensureBrowser('chromium', machine)).toBe(SYSTEMS);
    expect([...ran, ...said]).toEqual([]);
  });

  it('is the one that the environment names, else Playwright’s own, else the system’s', () => {
    vi.stubEnv('CHROMIUM_PATH', '/opt/mine');
    const all = ['/opt/mine', PLAYWRIGHTS_OWN, SYSTEMS];
    const found = all.map((_, index) => findBrowser('chromium', (path) => all.slice(index).includes(path)));
    expect(found).toEqual(all);
    expect(findBrowser('chromium', () => false)).toBeUndefined();
  });

  it('counts for WebKit only together with the display that its window needs', () => {
    const driver = '/usr/bin/WebKitWebDriver';
    expect(findBrowser('webkit', (path) => path === driver)).toBeUndefined();
    expect(findBrowser('webkit', () => true)).toBe(driver);
  });
});

describe('a browser that is missing', () => {
  it('is downloaded by Playwright', async () => {
    const { machine, ran, said } = machineWith({
      commands: { 'cli.js install ': { brings: [PLAYWRIGHTS_OWN] } },
    });
    expect(await ensureBrowser('chromium', machine)).toBe(PLAYWRIGHTS_OWN);
    expect(ran).toEqual(['node cli.js install --no-shell chromium', `${PLAYWRIGHTS_OWN} --version`]);
    expect(said[0]).toBe('Chromium is not installed.');
    expect(said[1]).toContain('npx playwright install --no-shell chromium');
  });

  it('gets the libraries that it lacks', async () => {
    const withoutLibraries = { brings: [PLAYWRIGHTS_OWN] };
    let tries = 0;
    const { machine, ran } = machineWith({ root: true, commands: { 'cli.js install ': withoutLibraries } });
    const runQuietly: Machine['runQuietly'] = async () => (tries++ === 0 ? 127 : 0);
    expect(await ensureBrowser('chromium', { ...machine, runQuietly })).toBe(PLAYWRIGHTS_OWN);
    expect(ran.at(-1)).toBe('node cli.js install-deps chromium');
  });

  it('is installed by the package manager where the download fails', async () => {
    const { machine, ran } = machineWith({
      root: true,
      programs: ['apt-get'],
      commands: { 'cli.js install ': { fails: true }, 'install -y': { brings: [SYSTEMS] } },
    });
    expect(await ensureBrowser('chromium', machine)).toBe(SYSTEMS);
    expect(ran.slice(1)).toEqual([
      'apt-get update',
      'env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium',
    ]);
  });

  it('is installed with sudo where that asks for no password', async () => {
    const { machine, ran } = machineWith({
      programs: ['dnf', 'sudo'],
      commands: { 'cli.js install ': { fails: true }, 'dnf install': { brings: [SYSTEMS] } },
    });
    expect(await ensureBrowser('chromium', machine)).toBe(SYSTEMS);
    expect(ran.slice(1)).toEqual(['sudo -n true', 'sudo -n dnf install -y chromium']);
  });

  it.each<[string, Circumstances]>([
    ['only root may install, and sudo asks for a password', { programs: ['apt-get', 'sudo'] }],
    ['only root may install, and there is no sudo', { programs: ['apt-get'] }],
    ['there is no package manager', { root: true }],
    ['the package manager fails', { root: true, programs: ['apt-get'] }],
  ])('ends with one sentence where the download fails and %s', async (_, circumstances) => {
    const fails = { fails: true };
    const { machine } = machineWith({
      ...circumstances,
      commands: { 'cli.js install ': fails, 'sudo -n true': fails, 'apt-get install': fails },
    });
    await expect(ensureBrowser('chromium', machine)).rejects.toThrow(
      'Chromium is needed and could not be installed here: install it yourself, or set CHROMIUM_PATH to its executable.',
    );
  });

  it('is named with its reason, and the others are got all the same', async () => {
    const { machine, ran } = machineWith({
      root: true,
      programs: ['apt-get'],
      installed: [SYSTEMS],
      commands: { 'webkit2gtk-driver': { brings: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'] } },
    });
    const missing = await ensureBrowsers(['firefox', 'chromium', 'webkit'], machine);
    expect(missing).toEqual([{ name: 'firefox', reason: expect.stringContaining('FIREFOX_PATH') }]);
    expect(ran.filter((command) => command.includes('install -y'))).toHaveLength(2);
  });
});
