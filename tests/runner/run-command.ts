import { type ChildProcess, spawn } from 'node:child_process';

let running: ChildProcess | null = null;

/**
 * Runs a command with its output shown as it comes; resolves to its exit code. What takes longer than `limitMs` is
 * ended together with all that it started.
 */
export async function runCommand([program, ...args]: string[], limitMs: number): Promise<number> {
  if (!program) throw new Error('There is no command to run.');
  // Its own process group, so that browsers and servers which it started end with it.
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

/** Ends the running command's whole process group. */
export function endRunning(): void {
  if (!running?.pid) return;
  try {
    process.kill(-running.pid, 'SIGKILL');
  } catch (error) {
    // It ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
