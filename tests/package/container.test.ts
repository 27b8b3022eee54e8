import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ISOLATION_HEADERS } from '../../src/cli/server/isolation-headers.ts';
import { contentPolicyFor } from '../../src/lib/content-policy.ts';
import { eventually } from '../runner/eventually.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { buildStandIn, lackingPrograms } from './stand-in-image.ts';
import { typed } from './typed.ts';

const bare = inject('bare');
const IMAGE = 'earshot-tested';
const STAND_IN = 'earshot-tested-base';
const MOST_BYTES = 150_000_000;

const docker = (...given: string[]): string => execFileSync('docker', given, { encoding: 'utf8' }).trim();
const succeeds = (...given: string[]): boolean =>
  spawnSync('docker', given, { stdio: 'ignore', timeout: 60_000 }).status === 0;

const hasDocker = succeeds('info');
if (!hasDocker) console.warn('Left out: the container, since no Docker daemon answers.');

/** Bytes of an image as it travels: its layers, packed. */
async function packedSize(image: string): Promise<number> {
  const saving = spawn('docker', ['save', image], { stdio: ['ignore', 'pipe', 'inherit'] });
  let bytes = 0;
  for await (const piece of saving.stdout.pipe(createGzip())) bytes += piece.length;
  if (saving.exitCode === null) await once(saving, 'exit');
  return bytes;
}

/** The lines of an export, as a person types them, but for the port and where the public image cannot be had. */
describe.runIf(hasDocker)('the container of an export', { tags: THOROUGH_TAG }, () => {
  let running = '';
  let origin = '';
  /** Why no image can be built; null if one can. */
  let obstacle: string | null = null;

  beforeAll(async () => {
    const exported = join(bare, 'contained');
    const { errors } = await typed(bare, 'node_modules/.bin/earshot export contained');
    expect(errors).toBe('');
    const dockerfile = readFileSync(join(exported, 'Dockerfile'), 'utf8');
    const [, base = ''] = /^FROM (\S+)/m.exec(dockerfile) ?? [];
    if (!succeeds('image', 'inspect', base) && !succeeds('pull', base)) {
      const lacking = lackingPrograms();
      if (lacking.length > 0) {
        obstacle = `${base} cannot be had, and this device has no ${lacking.join(', ')}`;
        return;
      }
      console.warn(`${base} cannot be had here: an image of this device's nginx takes its place.`);
      buildStandIn(STAND_IN);
      writeFileSync(join(exported, 'Dockerfile'), dockerfile.replaceAll(`FROM ${base}`, `FROM ${STAND_IN}`));
    }
    docker('build', '--tag', IMAGE, exported);
    writeFileSync(join(bare, 'mounted.json'), '{ "baseAddresses": ["/speech"] }');
    const settings = `${join(bare, 'mounted.json')}:/var/www/earshot/site/operator-settings.json:ro`;
    running = docker('run', '--detach', '--rm', '--publish', '127.0.0.1::8080', '--volume', settings, IMAGE);
    origin = `http://${docker('port', running, '8080')}`;
    await eventually(() => fetch(origin));
  }, 600_000);

  beforeEach(({ skip }) => skip(obstacle !== null, obstacle ?? undefined));

  afterAll(() => {
    if (running !== '') succeeds('rm', '--force', running);
    for (const image of [IMAGE, STAND_IN]) succeeds('image', 'rm', '--force', image);
  });

  it('weighs at most 150 MB with its models, as it lies on a disk and as it is pulled', async () => {
    const onDisk = Number(docker('image', 'inspect', '--format', '{{.Size}}', IMAGE));
    const pulled = await packedSize(IMAGE);
    console.log(
      `The image: ${(onDisk / 1e6).toFixed(1)} MB on a disk, ${(pulled / 1e6).toFixed(1)} MB as pulled.`,
    );
    expect(onDisk).toBeLessThanOrEqual(MOST_BYTES);
    expect(pulled).toBeLessThan(onDisk);
  });

  it.each(['/', '/index.html', '/embed.html', '/service-worker.js', '/earshot.js', '/models/index.json'])(
    'serves %s with its headers',
    async (path) => {
      const { status, headers } = await fetch(origin + path);
      expect(status).toBe(200);
      for (const [name, value] of Object.entries(ISOLATION_HEADERS))
        expect(headers.get(name), name).toBe(value);
      expect(headers.get('content-security-policy')).toBe(contentPolicyFor(path) ?? "frame-ancestors 'self'");
      expect(headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('serves the runtimes as they were before they were packed, for a year', async () => {
    const assets = join(bare, 'contained/site/assets');
    const binaries = readdirSync(assets).filter((name) => name.endsWith('.wasm'));
    expect(binaries.length).toBeGreaterThan(1);
    for (const name of binaries) {
      const response = await fetch(`${origin}/assets/${name}`);
      expect(response.headers.get('content-type'), name).toBe('application/wasm');
      expect(response.headers.get('cache-control'), name).toBe('public, max-age=31536000, immutable');
      const served = Buffer.from(await response.arrayBuffer());
      expect(served.equals(readFileSync(join(assets, name))), name).toBe(true);
    }
  });

  it('serves the settings that are mounted, and finds nothing else', async () => {
    expect(await (await fetch(`${origin}/operator-settings.json`)).json()).toEqual({
      baseAddresses: ['/speech'],
    });
    for (const path of ['/Dockerfile', '/nginx.conf', '/v2/pre-recorded', '/assets/'])
      expect((await fetch(origin + path)).status, path).toBeGreaterThanOrEqual(403);
  });
});
