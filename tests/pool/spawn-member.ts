import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from './members.ts';
import type { Broker } from './nats-server.ts';

type Said = { joined?: string; window?: number; job?: string; epoch?: number; ending?: string };

export const MEMBER_SOURCE = fileURLToPath(new URL('member-process.ts', import.meta.url));

/** A member in a process of its own. */
export class MemberProcess {
  readonly said: Said[] = [];
  #rest = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => {
      const lines = (this.#rest + chunk.toString()).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.said.push(JSON.parse(line));
    });
  }

  /** @param code what Node runs: the source, unless it was bundled before, which starts in half of the time */
  static async start(
    broker: Broker,
    pool = 'team',
    slowness = 1,
    code: readonly string[] = ['--import', 'tsx', MEMBER_SOURCE],
  ): Promise<MemberProcess> {
    const child = spawn(process.execPath, [...code, broker.url, pool, String(slowness)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const member = new MemberProcess(child);
    await until(() => member.said.some(({ joined }) => joined !== undefined), 60_000);
    return member;
  }

  get id(): string {
    return this.said.find(({ joined }) => joined !== undefined)?.joined ?? '';
  }

  /** Waits until it begins this window of a job; the job. */
  async atWindow(index: number): Promise<string> {
    await until(() => this.said.some(({ window }) => window === index));
    return this.said.find(({ window }) => window === index)?.job ?? '';
  }

  /** As a laptop that is closed, or a browser that freezes a tab: nothing of it runs. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  wake(): void {
    this.child.kill('SIGCONT');
  }

  /** As a crash: without a word. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }
}
