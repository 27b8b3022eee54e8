import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { z } from '../../src/lib/zod.ts';
import { BUILD_PROGRAMS, copyPrograms } from '../package/stand-in-image.ts';

const BASE = 'localhost/earshot-base';
const HOSTING = join(PROJECT_ROOT, 'docs/hosting');
const manifest = z.object({ layers: z.array(z.object({ digest: z.string() })) });

/** A tool without a daemon, which Debian and GitHub's machines have. */
const hasBuildah = spawnSync('buildah', ['--version']).status === 0 && process.getuid?.() === 0;
if (!hasBuildah)
  console.warn('Left out: the layers of a container, since there is no buildah, or not as root.');

describe.runIf(hasBuildah)('the container of an export, built twice', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-layers-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const build = (context: string, tag: string) =>
    execFileSync(
      'buildah',
      ['--storage-driver', 'vfs', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')].concat(
        ['bud', '--isolation', 'chroot', '--timestamp', '86400', '--tag', tag, context],
      ),
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );

  /** The files of each layer, with rights, owners and sizes, and the layer's hash. */
  function layersOf(image: string): string[] {
    const blob = (digest: string) => join(image, 'blobs', digest.replace(':', '/'));
    const index = JSON.parse(readFileSync(join(image, 'index.json'), 'utf8'));
    const { layers } = manifest.parse(JSON.parse(readFileSync(blob(index.manifests[0].digest), 'utf8')));
    return layers.flatMap(({ digest }) => [
      ...execFileSync('tar', ['-tvf', blob(digest), '--full-time'], { encoding: 'utf8' }).split('\n'),
      digest,
    ]);
  }

  /** An export as another person has it. */
  function contextOf(name: string, mode: number, seconds: number): string {
    const context = join(folder, name);
    mkdirSync(join(context, 'site/assets'), { recursive: true });
    const dockerfile = readFileSync(join(HOSTING, 'Dockerfile'), 'utf8');
    writeFileSync(join(context, 'Dockerfile'), dockerfile.replaceAll(/^FROM \S+/gm, `FROM ${BASE}`));
    cpSync(join(HOSTING, 'nginx-container.conf'), join(context, 'nginx-container.conf'));
    for (const file of ['site/index.html', 'site/assets/a.wasm'])
      writeFileSync(join(context, file), file.repeat(99));
    for (const file of [
      'site/assets/a.wasm',
      'site/index.html',
      'nginx-container.conf',
      'site/assets',
      'site',
    ]) {
      chmodSync(join(context, file), file.includes('.') ? mode : mode | 0o110);
      utimesSync(join(context, file), seconds, seconds);
    }
    return context;
  }

  it('has the same layers for other rights and times of the files, readable to everybody', () => {
    const base = join(folder, 'base');
    copyPrograms(BUILD_PROGRAMS, join(base, 'root'));
    writeFileSync(join(base, 'Dockerfile'), 'FROM scratch\nCOPY root /\n');
    build(base, BASE);
    const [ours = [], theirs] = [contextOf('ours', 0o664, 1e9), contextOf('theirs', 0o600, 1.5e9)].map(
      (context) => {
        build(context, `oci:${context}-image`);
        return layersOf(`${context}-image`);
      },
    );
    expect(ours.some((line) => line.includes('assets/a.wasm.gz'))).toBe(true);
    expect(theirs).toEqual(ours);
    for (const line of ours.filter((one) => one.includes('earshot/site')))
      expect(line).toMatch(/^.r..r..r../);
  });
});
