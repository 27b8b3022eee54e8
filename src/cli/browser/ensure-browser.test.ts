import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { chromium } from 'playwright';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askIn,
  ensureBrowser,
  ensureBrowsers,
  type Machine,
  testMachine,
  thisMachine,
} from './ensure-browser.ts';
import { findBrowser } from './find-browser.ts';

const PLAYWRIGHTS_OWN = chromium.executablePath();
const SYSTEMS = '/usr/bin/chromium';

interface Circumstances {
  installed?: string[];
  programs?: string[];
  root?: boolean;
  /** Whether `--install-browser` was given; without it, the command has no such option. */
  allowed?: boolean;
  workflow?: boolean;
  /** What is answered in the terminal; none: there is no terminal. */
  answer?: boolean;
  /** What a command brings: files, or a refusal. Matched by the text of the command. */
  commands?: Record<string, { brings?: string[]; fails?: boolean }>;
}

/** A machine on which commands only say what they would do. */
function machineWith({
  installed = [],
  programs = [],
  root = false,
  allowed,
  workflow = false,
  answer,
  commands = {},
}: Circumstances) {
  const files = new Set(installed);
  const ran: string[] = [];
  const said: string[] = [];
  const asked: string[] = [];
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
    mayInstall: allowed ?? false,
    ...(allowed !== undefined && { option: '--install-browser' }),
    isWorkflow: workflow,
    run,
    say: (line) => said.push(line),
    keptOutput: () => (ran.length > 0 ? '/tmp/output.txt' : undefined),
    async ask(question) {
      asked.push(question);
      return answer ?? null;
    },
  };
  return { machine, ran, said, asked };
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

  it('is missed where the environment names one that is not there', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/opt/mine');
    const { machine } = machineWith({ installed: [SYSTEMS] });
    await expect(ensureBrowser('chromium', machine)).rejects.toThrow(
      'CHROMIUM_PATH names /opt/mine, which does not exist.',
    );
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
    expect(said).toEqual([
      'Chromium is not installed: downloading Playwright’s own, which may take minutes …',
      `Chromium: ${PLAYWRIGHTS_OWN}`,
    ]);
  });

  it('gets the libraries that it lacks', async () => {
    const withoutLibraries = { brings: [PLAYWRIGHTS_OWN] };
    const { machine, ran } = machineWith({
      root: true,
      allowed: true,
      commands: { 'cli.js install ': withoutLibraries },
    });
    const run: Machine['run'] = async (command) => {
      const hadLibraries = ran.some((text) => text.includes('install-deps'));
      const code = await machine.run(command);
      return command.includes('--version') && !hadLibraries ? 127 : code;
    };
    expect(await ensureBrowser('chromium', { ...machine, run })).toBe(PLAYWRIGHTS_OWN);
    expect(ran.slice(1)).toEqual([
      `${PLAYWRIGHTS_OWN} --version`,
      'node cli.js install-deps chromium',
      `${PLAYWRIGHTS_OWN} --version`,
    ]);
  });

  it('is installed by the package manager where the download fails', async () => {
    const { machine, ran } = machineWith({
      root: true,
      allowed: true,
      programs: ['apt-get'],
      commands: { 'cli.js install ': { fails: true }, 'install -y': { brings: [SYSTEMS] } },
    });
    expect(await ensureBrowser('chromium', machine)).toBe(SYSTEMS);
    expect(ran.slice(1)).toEqual([
      'apt-get update',
      'env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium',
    ]);
  });

  const refusedByPlaywright: Circumstances = {
    programs: ['apt-get', 'sudo'],
    commands: { 'cli.js install ': { fails: true }, 'install -y': { brings: [SYSTEMS] } },
  };
  const LINE = 'sudo apt-get install chromium';

  it('is installed with sudo in a terminal, after the download failed and somebody said yes', async () => {
    const { machine, ran, asked } = machineWith({ ...refusedByPlaywright, answer: true });
    expect(await ensureBrowser('chromium', machine)).toBe(SYSTEMS);
    expect(asked).toEqual([`May this run: ${LINE}`]);
    expect(ran).toEqual([
      'node cli.js install --no-shell chromium',
      'sudo apt-get update',
      'sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium',
    ]);
  });

  it.each([
    ['somebody said no', false],
    ['there is no terminal', undefined],
  ])('is left to the one line that is named where %s', async (_, answer) => {
    const { machine, ran, said } = machineWith({
      ...refusedByPlaywright,
      ...(answer === undefined ? {} : { answer }),
    });
    await expect(ensureBrowser('chromium', machine)).rejects.toThrow('CHROMIUM_PATH');
    expect(ran.filter((command) => command.includes('sudo'))).toEqual([]);
    expect(said.at(-1)).toBe(`To do this yourself, type: ${LINE}`);
  });

  it.each([
    ['the command has an option for it', false, undefined],
    ['the command has none', undefined, undefined],
    ['somebody said no', false, false],
  ])('is left to the one line that is named as root, too, where %s', async (_, allowed, answer) => {
    const { machine, ran, said } = machineWith({
      ...refusedByPlaywright,
      root: true,
      ...(allowed === undefined ? {} : { allowed }),
      ...(answer === undefined ? {} : { answer }),
    });
    await expect(ensureBrowser('chromium', machine)).rejects.toThrow('CHROMIUM_PATH');
    expect(ran).toEqual(['node cli.js install --no-shell chromium']);
    const option = allowed === undefined ? '' : '. Or type the same command again with --install-browser';
    expect(said.at(-1)).toBe(`To do this yourself, type: apt-get install chromium${option}`);
  });

  it.each([
    ['as root, after somebody said yes', { root: true, answer: true }],
    ['as root, by the option', { root: true, allowed: true }],
    ['with sudo, by the option', { allowed: true }],
  ])('is installed %s', async (_, circumstances) => {
    const { machine, ran, asked } = machineWith({ ...refusedByPlaywright, ...circumstances });
    expect(await ensureBrowser('chromium', machine)).toBe(SYSTEMS);
    expect(ran[1]).toMatch(/^(?:sudo )?apt-get update$/);
    expect(asked).toEqual('answer' in circumstances ? ['May this run: apt-get install chromium'] : []);
  });

  it('is installed for npm test as root without a question, and for no other user', () => {
    expect(testMachine.mayInstall).toBe(testMachine.isRoot);
    expect(thisMachine.mayInstall).toBe(false);
  });

  it('is installed with sudo unasked on the machine of a workflow, where sudo asks for no password', async () => {
    const { machine, ran, asked, said } = machineWith({ ...refusedByPlaywright, workflow: true });
    expect(await ensureBrowser('chromium', machine)).toBe(SYSTEMS);
    expect(ran.slice(1, 3)).toEqual(['sudo -n true', 'sudo -n apt-get update']);
    expect(asked).toEqual([]);
    expect(said).toContain('Installing chromium with apt-get …');
  });

  it('gets no libraries with sudo unasked either', async () => {
    const { machine, ran, said } = machineWith({
      programs: ['sudo'],
      commands: { 'cli.js install ': { brings: [PLAYWRIGHTS_OWN] }, '--version': { fails: true } },
    });
    await expect(ensureBrowser('chromium', machine)).rejects.toThrow('CHROMIUM_PATH');
    expect(ran.filter((command) => command.includes('sudo'))).toEqual([]);
    expect(said).toContain('To do this yourself, type: sudo npx playwright-core install-deps chromium');
  });

  it.each<[string, Circumstances]>([
    ['sudo asks for a password in a workflow', { programs: ['apt-get', 'sudo'], workflow: true }],
    ['only root may install, and there is no sudo', { programs: ['apt-get'] }],
    ['there is no package manager', { root: true }],
    ['the package manager fails', { root: true, allowed: true, programs: ['apt-get'] }],
  ])('ends with one sentence where the download fails and %s', async (_, circumstances) => {
    const fails = { fails: true };
    const { machine } = machineWith({
      ...circumstances,
      commands: { 'cli.js install ': fails, 'sudo -n true': fails, 'apt-get install': fails },
    });
    await expect(ensureBrowser('chromium', machine)).rejects.toThrow(
      'Chromium is needed and could not be installed here: install it yourself, or set CHROMIUM_PATH to its executable (output of the attempts: /tmp/output.txt).',
    );
  });

  it('is named with its reason, and the others are got all the same', async () => {
    const { machine, ran } = machineWith({
      root: true,
      allowed: true,
      programs: ['apt-get'],
      installed: [SYSTEMS],
      commands: { 'webkit2gtk-driver': { brings: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'] } },
    });
    const missing = await ensureBrowsers(['firefox', 'chromium', 'webkit'], machine);
    expect(missing).toEqual([{ name: 'firefox', reason: expect.stringContaining('FIREFOX_PATH') }]);
    expect(ran.filter((command) => command.includes('install -y'))).toHaveLength(2);
  });
});

describe('what the commands of this machine print', () => {
  const printing = [process.execPath, '-e', 'console.log("to output"); console.error("to errors")'];
  const shown = vi.spyOn(console, 'error').mockReturnValue();
  afterEach(() => shown.mockClear());

  it('is not shown, but kept once in a file that can be named', async () => {
    vi.stubEnv('CI', '');
    expect(await thisMachine.run(printing)).toBe(0);
    expect(await thisMachine.run(['/nothing/here'])).toBeNull();
    const path = thisMachine.keptOutput() ?? '';
    const text = readFileSync(path, 'utf8');
    rmSync(dirname(path), { recursive: true });
    for (const part of ['to output\n', 'to errors\n', '$ /nothing/here\n', 'ENOENT'])
      expect(text).toContain(part);
    expect(shown).not.toHaveBeenCalled();
    expect(thisMachine.keptOutput()).toBeUndefined();
  });

  it('is shown on the machine of a workflow, whose files nobody can read afterwards', async () => {
    vi.stubEnv('CI', 'true');
    await thisMachine.run(printing);
    expect(thisMachine.keptOutput()).toBe('above');
    expect(shown).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('to errors\n'));
  });
});

describe('a question in the terminal', () => {
  /** What a person types, and what is shown. */
  function terminal({ isTTY = true } = {}) {
    const input = Object.assign(new PassThrough(), { isTTY });
    const output = Object.assign(new PassThrough(), { isTTY });
    return { input, output, answered: askIn(input, output, 'May this run: sudo ls') };
  }

  it.each([
    ['y\n', true],
    ['Yes\n', true],
    ['n\n', false],
    ['\n', false],
  ])('takes %j as %s', async (typed, expected) => {
    const { input, output, answered } = terminal();
    input.write(typed);
    expect(await answered).toBe(expected);
    expect(String(output.read())).toContain('May this run: sudo ls [y/N] ');
  });

  it('takes the end of the input as no', async () => {
    const { input, answered } = terminal();
    input.end();
    expect(await answered).toBe(false);
  });

  it('is not asked where there is no terminal', async () => {
    const { output, answered } = terminal({ isTTY: false });
    expect(await answered).toBeNull();
    expect(output.read()).toBeNull();
  });
});
