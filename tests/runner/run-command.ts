import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const running = new Set<ChildProcess>();

/**
 * Runs a command and streams its output, each line behind `prefix`; resolves to its exit code. After `limitMs` it is
 * terminated with everything it started.
 */
export async function runCommand(
  [program, ...args]: string[],
  limitMs: number,
  prefix = '',
): Promise<number> {
  if (!program) throw new Error('There is no command to run.');
  // A process group of its own, so that browsers and servers it started end with it.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${prefix}${line}`));
  }
  running.add(child);
  const timer = setTimeout(() => {
    console.error(`${prefix}Ended after ${limitMs / 1000} s: ${program} ${args.join(' ')}`);
    end(child);
  }, limitMs);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    clearTimeout(timer);
    running.delete(child);
  }
}

/** Terminates the running commands with their whole process groups. */
export function endRunning(): void {
  for (const child of running) end(child);
}

function end({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
