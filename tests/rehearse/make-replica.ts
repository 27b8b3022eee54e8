import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManifestModel } from '../../src/models/manifest/manifest.ts';

/** Beside each other on every machine, so that an environment is made once. */
const WORK = join(process.env.EARSHOT_REHEARSAL ?? tmpdir(), 'earshot-rehearsal');
const RUNTIME = ['numpy==2.4.6', 'onnx==1.23.2', 'onnxruntime==1.32.0'];
/** Graphs written node by node need no more than the runtime; 6 GB of the exporter come with the others. */
const WRITTEN = { script: 'replicas.py', home: 'python', packages: RUNTIME };
const WRITTEN_KINDS: ReadonlySet<string> = new Set([
  'transducer',
  'sortformer',
  'sentence-embedding',
  'speaker-embedding',
  'spoken-language',
]);
const EXPORTED = {
  script: 'exported.py',
  home: 'python-exporter',
  packages: [
    ...RUNTIME,
    'optimum==2.1.0',
    'optimum-onnx==0.1.0',
    'transformers==4.57.6',
    'torch==2.5.1',
    'accelerate',
  ],
};

/** Writes a replica with Python, in an environment of its own, or returns the folder of one that was written before. Throws an Error with Python's message. */
export function makeReplica({ id, engine }: ManifestModel): string {
  const folder = join(WORK, 'models', id);
  const done = join(WORK, `${id}.done`);
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  const { script, ...python } = WRITTEN_KINDS.has(engine) ? WRITTEN : EXPORTED;
  run(environment(python), [join(import.meta.dirname, script), id, folder]);
  mkdirSync(done);
  return folder;
}

function environment({ home, packages }: { home: string; packages: readonly string[] }): string {
  const path = join(WORK, home);
  const python = join(path, 'bin/python');
  const ready = join(path, 'ready');
  if (existsSync(ready)) return python;
  run('python3', ['-m', 'venv', path]);
  run(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
  mkdirSync(ready);
  return python;
}

function run(program: string, line: readonly string[]): void {
  const { status, error } = spawnSync(program, line, { stdio: 'inherit' });
  if (error)
    throw new Error(`${program} does not start. A rehearsal needs Python 3.11 with venv.`, { cause: error });
  if (status !== 0) throw new Error(`${program} ${line.join(' ')} ended with ${status}.`);
}
