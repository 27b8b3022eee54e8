import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Beside each other on every machine, so that an environment is made once. */
const WORK = join(process.env.EARSHOT_REHEARSAL ?? tmpdir(), 'earshot-rehearsal');
const PACKAGES = ['numpy==2.4.6', 'onnx==1.23.2', 'onnxruntime==1.32.0'];

/** Writes a replica with Python, in an environment of its own, or returns the folder of one that was written before. Throws an Error with Python's message. */
export function makeReplica(modelId: string): string {
  const folder = join(WORK, 'models', modelId);
  const done = join(WORK, `${modelId}.done`);
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  run(environment(), [join(import.meta.dirname, 'replicas.py'), modelId, folder]);
  mkdirSync(done);
  return folder;
}

function environment(): string {
  const home = join(WORK, 'python');
  const python = join(home, 'bin/python');
  const ready = join(home, 'ready');
  if (existsSync(ready)) return python;
  run('python3', ['-m', 'venv', home]);
  run(python, ['-m', 'pip', 'install', '--quiet', ...PACKAGES]);
  mkdirSync(ready);
  return python;
}

function run(program: string, line: readonly string[]): void {
  const { status, error } = spawnSync(program, line, { stdio: 'inherit' });
  if (error)
    throw new Error(`${program} does not start. A rehearsal needs Python 3.11 with venv.`, { cause: error });
  if (status !== 0) throw new Error(`${program} ${line.join(' ')} ended with ${status}.`);
}
