import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type BrowserName, findBrowser, variableOf } from './find-browser.ts';

/** What getting a browser needs of the machine; tests bring their own. */
export interface Machine {
  exists(path: string): boolean;
  /** Whether a program of this name can be started. */
  hasProgram(name: string): boolean;
  isRoot: boolean;
  /** Whether the system's packages may be installed without a question. */
  mayInstall: boolean;
  /** The option of the command that allows it; undefined where it has none. */
  option?: string;
  /** Whether this is a throw-away machine of a workflow, where nobody can answer. */
  isWorkflow: boolean;
  /** Runs a command unseen; the exit code, or null where it could not be started. What it prints is kept. */
  run(command: readonly string[]): Promise<number | null>;
  say(line: string): void;
  /** Where what commands printed can be read; undefined where none printed anything. */
  keptOutput(): string | undefined;
  /** Asks in the terminal; null where there is none. */
  ask(question: string): Promise<boolean | null>;
}

interface Source {
  /** What people call it. */
  title: string;
  /** Playwright's name for its own build, where that can be driven. */
  playwright?: string;
  /** Packages by package manager. */
  packages: Partial<Record<keyof typeof PACKAGE_MANAGERS, string[]>>;
}

const SOURCES: Record<BrowserName, Source> = {
  chromium: {
    title: 'Chromium',
    playwright: 'chromium',
    packages: { 'apt-get': ['chromium'], dnf: ['chromium'], pacman: ['chromium'] },
  },
  'headless-shell': {
    title: 'Chromium’s headless shell',
    packages: { 'apt-get': ['chromium-headless-shell'] },
  },
  firefox: {
    title: 'Firefox',
    // The second brings the codecs by which it plays AAC.
    packages: { 'apt-get': ['firefox-esr', 'gstreamer1.0-libav'], dnf: ['firefox'], pacman: ['firefox'] },
  },
  webkit: {
    title: 'WebKitGTK',
    packages: {
      'apt-get': [
        'webkit2gtk-driver',
        'xvfb',
        'gstreamer1.0-plugins-base',
        'gstreamer1.0-plugins-good',
        'gstreamer1.0-plugins-bad',
        'gstreamer1.0-libav',
      ],
    },
  },
};

/** The commands that install packages, without questions of their own. */
const PACKAGE_MANAGERS = {
  'apt-get': (packages: string[]) => [
    ['apt-get', 'update'],
    [
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '-y',
      '--no-install-recommends',
      ...packages,
    ],
  ],
  dnf: (packages: string[]) => [['dnf', 'install', '-y', ...packages]],
  pacman: (packages: string[]) => [['pacman', '-S', '--noconfirm', ...packages]],
};

/** The same as a person types it. */
const TYPED: Record<keyof typeof PACKAGE_MANAGERS, (packages: string[]) => string> = {
  'apt-get': (packages) => `apt-get install ${packages.join(' ')}`,
  dnf: (packages) => `dnf install ${packages.join(' ')}`,
  pacman: (packages) => `pacman -S ${packages.join(' ')}`,
};

const MANAGER_NAMES = Object.keys(PACKAGE_MANAGERS).filter(
  (name): name is keyof typeof PACKAGE_MANAGERS => name in PACKAGE_MANAGERS,
);

/**
 * The executable of a browser. Where none is installed, Playwright's own is downloaded, else the system's package manager
 * installs one, if that is allowed: by an option of the command, or in reply to a question in the terminal. Each step is said, and
 * what it prints is shown to nobody who has no use for it.
 * @throws Error in one sentence that says what to do, where neither is possible.
 */
export async function ensureBrowser(name: BrowserName, machine: Machine = thisMachine): Promise<string> {
  const named = process.env[variableOf(name)];
  if (named && !machine.exists(named))
    throw new Error(`${variableOf(name)} names ${named}, which does not exist.`);
  const there = findBrowser(name, machine.exists);
  if (there !== undefined) return there;
  const { title } = SOURCES[name];
  const got = (await download(name, machine)) ?? (await installPackage(name, machine));
  if (got === undefined) {
    const output = machine.keptOutput();
    const tried = output === undefined ? '' : ` (output of the attempts: ${output})`;
    throw new Error(
      `${title} is needed and could not be installed here: install it yourself, or set ${variableOf(name)} to its executable${tried}.`,
    );
  }
  machine.say(`${title}: ${got}`);
  return got;
}

/** A browser that could not be had, and the sentence that says what to do. */
export interface MissingBrowser {
  name: BrowserName;
  reason: string;
}

/** Gets all of these browsers; resolves to those that could not be had. */
export async function ensureBrowsers(
  names: readonly BrowserName[],
  machine: Machine = thisMachine,
): Promise<MissingBrowser[]> {
  const missing: MissingBrowser[] = [];
  for (const name of names) {
    try {
      await ensureBrowser(name, machine);
    } catch (error) {
      missing.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return missing;
}

async function download(name: BrowserName, machine: Machine): Promise<string | undefined> {
  const { playwright } = SOURCES[name];
  if (playwright === undefined) return undefined;
  const require = createRequire(import.meta.url);
  const cli = join(dirname(require.resolve('playwright-core/package.json')), 'cli.js');
  const install = [process.execPath, cli, 'install', '--no-shell', playwright];
  machine.say(
    `${SOURCES[name].title} is not installed: downloading Playwright’s own, which may take minutes …`,
  );
  if ((await machine.run(install)) !== 0) return undefined;
  if (await starts(name, machine)) return findBrowser(name, machine.exists);
  const asRoot = await rootPrefix(`npx playwright-core install-deps ${playwright}`, machine);
  if (asRoot === null) return undefined;
  machine.say('Installing the libraries that it needs …');
  await machine.run([...asRoot, process.execPath, cli, 'install-deps', playwright]);
  return (await starts(name, machine)) ? findBrowser(name, machine.exists) : undefined;
}

async function installPackage(name: BrowserName, machine: Machine): Promise<string | undefined> {
  const { packages } = SOURCES[name];
  const manager = MANAGER_NAMES.find((candidate) => packages[candidate] && machine.hasProgram(candidate));
  if (manager === undefined) return undefined;
  const wanted = packages[manager] ?? [];
  const asRoot = await rootPrefix(TYPED[manager](wanted), machine);
  if (asRoot === null) return undefined;
  machine.say(`Installing ${wanted.join(', ')} with ${manager} …`);
  for (const command of PACKAGE_MANAGERS[manager](wanted)) {
    // A package list that could not be renewed may still do.
    await machine.run([...asRoot, ...command]);
  }
  return findBrowser(name, machine.exists);
}

async function starts(name: BrowserName, machine: Machine): Promise<boolean> {
  const path = findBrowser(name, machine.exists);
  return path !== undefined && (await machine.run([path, '--version'])) === 0;
}

/**
 * The words before a command that is to run as root; null where it may not. Nothing is installed in the system unasked, except on the
 * machine of a workflow; where nobody can be asked, or the answer is no, the line to type is named.
 *
 * @param typed the command as a person would type it, without `sudo`
 */
async function rootPrefix(typed: string, machine: Machine): Promise<string[] | null> {
  const { isRoot, isWorkflow, mayInstall, option } = machine;
  if (!isRoot && !machine.hasProgram('sudo')) {
    machine.say(`To do this yourself, type as root: ${typed}`);
    return null;
  }
  if (!isRoot && isWorkflow && (await machine.run(['sudo', '-n', 'true'])) === 0) return ['sudo', '-n'];
  const line = isRoot ? typed : `sudo ${typed}`;
  if (mayInstall || (await machine.ask(`May this run: ${line}`))) return isRoot ? [] : ['sudo'];
  const allowing = option === undefined ? '' : `. Or type the same command again with ${option}`;
  machine.say(`To do this yourself, type: ${line}${allowing}`);
  return null;
}

/** Standard output is for results: all that is said goes to standard error. */
export const thisMachine: Machine = {
  exists: existsSync,
  hasProgram: (name) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
  isRoot: process.getuid?.() === 0,
  mayInstall: false,
  get isWorkflow() {
    return Boolean(process.env.CI);
  },
  run: exitCode,
  say: (line) => console.error(line),
  keptOutput: writeOutput,
  ask: (question) => askIn(process.stdin, process.stderr, question),
};

/** The same for `npm test`, which a developer types to have all that it needs: as root, it installs that without a question. */
export const testMachine: Machine = { ...thisMachine, mayInstall: thisMachine.isRoot };

/** The same for browsers that only widen a test: no run waits for an answer, and the line to type is named. */
export const withoutQuestions: Machine = { ...testMachine, ask: async () => null };

/** Whether the answer in a terminal begins with y; null where one of the two is none. */
export async function askIn(
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  output: NodeJS.WritableStream & { isTTY?: boolean },
  question: string,
): Promise<boolean | null> {
  if (!input.isTTY || !output.isTTY) return null;
  const terminal = createInterface({ input, output });
  try {
    // At the end of the input, such as Ctrl + D, no answer comes.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    return /^y/i.test((await Promise.race([terminal.question(`${question} [y/N] `), closed])).trim());
  } finally {
    terminal.close();
  }
}

/** What commands printed, with the command before it. */
const printed: string[] = [];

/** Writes what was printed so far to a file of its own. On a workflow's machine, whose files are gone afterwards, it is shown instead. */
function writeOutput(): string | undefined {
  const text = printed.splice(0).join('');
  if (text === '') return undefined;
  if (thisMachine.isWorkflow) {
    console.error(text);
    return 'above';
  }
  const path = join(mkdtempSync(join(tmpdir(), 'earshot-browser-')), 'output.txt');
  writeFileSync(path, text);
  return path;
}

function exitCode([program = '', ...args]: readonly string[]): Promise<number | null> {
  printed.push(`$ ${[program, ...args].join(' ')}\n`);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    child.once('error', ({ message }) => {
      printed.push(`${message}\n`);
      resolve(null);
    });
    child.once('close', resolve);
  });
}
