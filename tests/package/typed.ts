import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ran {
  status: number;
  output: string;
  errors: string;
}

const environment = () => {
  const { VITEST: _, NODE_OPTIONS: __, ...around } = process.env;
  return { ...around, NO_COLOR: '1' };
};

/** Runs a line as a person types it in a folder. */
export function typed(folder: string, line: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', line], { cwd: folder, env: environment() }, (error, output, errors) => {
      resolve({ status: error ? Number(error.code) : 0, output, errors });
    });
  });
}

/** A command that runs until it is terminated. */
export class Running {
  private constructor(
    private readonly child: ChildProcess,
    /** The address that it printed. */
    readonly url: string,
    /** All that it printed with it. */
    readonly output: string,
  ) {}

  /** Starts a line, and waits for the address that it prints on standard output. Rejects with what it said if it ends before. */
  static async start(folder: string, line: string): Promise<Running> {
    const child = spawn('bash', ['-c', line], { cwd: folder, env: environment(), detached: true });
    let said = '';
    child.stderr.on('data', (data: Buffer) => {
      said += data;
    });
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (data: Buffer) => {
        output += data;
        const found = /http:\/\/\S+/.exec(output);
        if (found) resolve(found[0]);
      });
      child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)));
    });
    return new Running(child, url, output);
  }

  /** Ends it, and all that it started, as Ctrl + C does. */
  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGINT');
    await ended;
  }
}

/** The key that a gateway printed. */
export const keyOf = ({ output }: Running): string => /x-service-key: (\S+)/.exec(output)?.[1] ?? '';
