import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BLOCK = Buffer.alloc(1024 * 1024);

/** A disk in memory that can be full. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** Null if this machine does not allow mounting one. */
  static mount(megabytes: number): SmallDisk | null {
    const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
    } catch {
      rmSync(path, { recursive: true });
      return null;
    }
    return new SmallDisk(path);
  }

  /** Leaves no byte. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    try {
      for (;;) writeSync(file, BLOCK);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Gives back what was filled. */
  free(): void {
    rmSync(this.#filler, { force: true });
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }
}
