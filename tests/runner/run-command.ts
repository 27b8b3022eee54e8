import { type ChildProcess, spawn } from 'node:child_process';

let running: ChildProcess | null = null;

/**
 * Runs a command and streams its output; resolves to its exit code. After `limitMs` it is terminated with everything
 * it started.
 */
export async function runCommand([program, ...args]: string[], limitMs: number): Promise<number> {
  if (!program) throw new Error('There is no command to run.');
  // A process group of its own, so that browsers and servers it started end with it.
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  running = child;
  const timer = setTimeout(() => {
    console.error(`Ended after ${limitMs / 1000} s: ${program} ${args.join(' ')}`);
    endRunning();
  }, limitMs);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    clearTimeout(timer);
    running = null;
  }
}

/** Terminates the running command's whole process group. */
export function endRunning(): void {
  if (!running?.pid) return;
  try {
    process.kill(-running.pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
