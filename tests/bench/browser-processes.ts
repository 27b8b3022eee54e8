import { readdirSync, readFileSync } from 'node:fs';

const KIB = 1024;
const SAMPLE_MS = 250;

/** Fields in /proc/PID/stat after the command name, and their unit. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const TICKS_PER_SECOND = 100;

interface ProcessInfo {
  pid: number;
  parent: number;
  command: string;
}

/** A file in /proc; null if its process has ended. */
function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return null;
    throw error;
  }
}

function allProcesses(): ProcessInfo[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = /^PPid:\s+(\d+)/m.exec(readProc(`/proc/${name}/status`) ?? '')?.[1];
      const command = readProc(`/proc/${name}/cmdline`);
      return parent && command ? [{ pid: Number(name), parent: Number(parent), command }] : [];
    });
}

/** The browser's first process, identified by its profile, and all its descendants. */
function browserProcesses(profile: string): number[] {
  const processes = allProcesses();
  // Of Chromium, and of Firefox.
  const named = [`--user-data-dir=${profile}`, `--profile\0${profile}`];
  const first = processes.filter(({ command }) => named.some((option) => command.includes(option)));
  return withDescendants(first, processes);
}

/** A process and all that it has started, directly or not. */
export function processTree(pid: number): number[] {
  const processes = allProcesses();
  return withDescendants(
    processes.filter((one) => one.pid === pid),
    processes,
  );
}

function withDescendants(first: readonly ProcessInfo[], processes: readonly ProcessInfo[]): number[] {
  const pids = new Set(first.map(({ pid }) => pid));
  for (let before = -1; before !== pids.size; ) {
    before = pids.size;
    for (const { pid, parent } of processes) if (pids.has(parent)) pids.add(pid);
  }
  return [...pids];
}

/** Ends all processes of the browser with this profile at once, as a power cut would. */
export const killBrowser = (profile: string): void => signal(browserProcesses(profile), 'SIGKILL');

/** The same for a process and all that it has started. */
export const killTree = (pid: number): void => signal(processTree(pid), 'SIGKILL');

/** Signals the processes in which pages and service workers of the browser with this profile run. */
export function signalRenderers(profile: string, name: NodeJS.Signals): void {
  const isRenderer = (pid: number) => /--type=renderer/.test(readProc(`/proc/${pid}/cmdline`) ?? '');
  signal(browserProcesses(profile).filter(isRenderer), name);
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // Some end with their parent.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/**
 * Memory of a browser in bytes: private and shared memory of its processes. Excludes the browser's program files,
 * whose accounting depends on other running copies. Linux only. Throws an Error if no process has this profile.
 */
function browserMemory(profile: string): number {
  const pids = browserProcesses(profile);
  if (pids.length === 0) throw new Error(`No browser runs with the profile ${profile}.`);
  const sizes = pids.flatMap((pid) => {
    const rollup = readProc(`/proc/${pid}/smaps_rollup`) ?? '';
    return [...rollup.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB/gm)].map((match) => Number(match[1]) * KIB);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Runs `work` while sampling the browser's memory four times a second; `peak` and `before` in bytes. */
export async function watchMemory<T>(
  profile: string,
  work: () => Promise<T>,
): Promise<{ result: T; before: number; peak: number }> {
  const before = browserMemory(profile);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, browserMemory(profile));
  }, SAMPLE_MS);
  try {
    return { result: await work(), before, peak };
  } finally {
    clearInterval(timer);
  }
}

/** CPU time of the browser's processes in seconds, over all cores. */
export function browserCpuSeconds(profile: string): number {
  const ticks = browserProcesses(profile).map((pid) => {
    // The command name, in parentheses, may contain spaces.
    const fields = (readProc(`/proc/${pid}/stat`) ?? '').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[USER_TIME] ?? 0) + Number(fields[SYSTEM_TIME] ?? 0);
  });
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
}
