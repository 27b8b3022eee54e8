import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { caseRows } from '../runner/case-rows.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { Running, typed } from './typed.ts';

const [archive, bare, whole] = [inject('archive'), inject('bare'), inject('whole')];
const MB = 1_000_000;
const SAMPLE = join(PROJECT_ROOT, 'public/demo/speech.flac');

/** One sentence, without the trace of an error. */
const ONE_SENTENCE = /^[^\n]+[^.\n]\.\n$/;

describe('the package', () => {
  it('weighs at most 110 MB', () => {
    expect(statSync(archive).size).toBeGreaterThan(10 * MB);
    expect(statSync(archive).size).toBeLessThanOrEqual(110 * MB);
  });

  it('needs no other package to serve the app', async () => {
    const { output } = await typed(bare, 'ls node_modules');
    expect(output).toBe('earshot\n');
  });

  it('contains no TypeScript but types, no tests and no source maps', async () => {
    const { output } = await typed(bare, 'find node_modules/earshot -type f');
    const files = output.trim().split('\n');
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\.|\.map$|\.svelte$/.test(file))).toEqual([]);
  });

  it('has the licences of what its scripts contain', async () => {
    const { output } = await typed(bare, 'cat node_modules/earshot/cli/third-party-notices.txt');
    for (const name of ['zod', 'sirv', 'ws']) expect(output).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });
});

/** Models that the package has. */
const SHIPPED = caseRows<string>(import.meta.url, 'shipped');

describe('npx earshot', () => {
  it('serves the app, isolated and with its policy, and nothing beside it', async () => {
    const app = await Running.start(bare, 'npx earshot --no-open --port 0');
    try {
      const page = await fetch(app.url);
      expect(await page.text()).toContain('<title>Earshot');
      expect(page.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; .*frame-ancestors 'self'$/,
      );
      const { models } = await (await fetch(new URL('/models/index.json', app.url))).json();
      expect(models.map(({ id }: { id: string }) => id).toSorted()).toEqual(SHIPPED);
      for (const path of ['/nothing', '/..%2fpackage.json', '/%2e%2e/package.json', '/assets/'])
        expect((await fetch(new URL(path, app.url))).status, path).toBe(404);
    } finally {
      await app.stop();
    }
  });

  it('refuses the names that other DNS gives to this device', { tags: THOROUGH_TAG }, async () => {
    const app = await Running.start(bare, 'node_modules/.bin/earshot --no-open --port 0');
    const { status, output } = await typed(
      bare,
      `node -e "require('http').get('${app.url}', { headers: { host: 'evil.example' } }, (answer) => console.log(answer.statusCode))"`,
    );
    await app.stop();
    expect([status, output]).toEqual([0, '403\n']);
  });

  it('says of a busy port what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { status, errors } = await typed(bare, `node_modules/.bin/earshot --no-open --port ${port}`);
    other.close();
    expect(status).toBe(1);
    expect(errors).toBe(
      `Port ${port} is in use by another program. Close it or choose another port with --port.\n`,
    );
  });

  it.each(caseRows<[string, boolean]>(import.meta.url, 'nodeSupported'))(
    'in Node %s: supported is %s',
    async (version, isSupported) => {
      const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
      const { output, errors } = await typed(
        bare,
        `node -e "${pretend}; process.argv.push('earshot', '--version'); require('./node_modules/earshot/bin/earshot.cjs')"`,
      );
      if (isSupported) expect([errors, output]).toEqual(['', expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
      else
        expect([output, errors]).toEqual([
          '',
          `Earshot needs Node 20.19, 22.12, or 24 and later; this is Node ${version}.\n`,
        ]);
    },
  );

  it.each(['', 'export', 'serve', 'transcribe', 'models', 'gateway', 'wyoming', 'worker', 'pool'])(
    '%s --help says how it is typed here',
    async (command) => {
      const { status, output } = await typed(bare, `node_modules/.bin/earshot ${command} --help`);
      expect(status).toBe(0);
      expect(output).toMatch(/^Usage: earshot /);
      expect(output).not.toContain('npm run');
      for (const [guide] of output.matchAll(/docs\/[\w-]+\.md/g))
        expect(readFileSync(join(bare, 'node_modules/earshot', guide), 'utf8')).toMatch(/^# /);
    },
  );

  it('refuses a command that does not exist', async () => {
    const { status, errors } = await typed(bare, 'node_modules/.bin/earshot listen');
    expect(status).toBe(2);
    expect(errors).toMatch(/^There is no command "listen"\.\n/);
  });
});

describe('earshot serve', () => {
  it('serves the folder of a built app', async () => {
    const app = await Running.start(
      bare,
      'node_modules/.bin/earshot serve node_modules/earshot/dist --port 0',
    );
    const page = await fetch(app.url);
    await app.stop();
    expect(await page.text()).toContain('<title>Earshot');
  });

  it('says of a folder without an app how one is made', async () => {
    const { status, errors } = await typed(bare, 'node_modules/.bin/earshot serve .');
    expect(status).toBe(1);
    expect(errors).toBe('There is no built app in .: "earshot export ." writes one.\n');
  });
});

describe('earshot export', () => {
  const earshot = 'node_modules/.bin/earshot';
  const site = join(bare, 'exported/site');
  const origins = () => JSON.parse(readFileSync(join(site, 'embed-origins.json'), 'utf8'));

  it('writes the app and the configurations of servers, with the settings of the operator', async () => {
    writeFileSync(join(bare, 'settings.json'), '{ "baseAddresses": ["/speech"] }');
    const { errors, status } = await typed(
      bare,
      `${earshot} export exported --allow-origin https://a.example --allow-origin 'https://*.b.example' --settings settings.json`,
    );
    expect([status, errors]).toEqual([0, '']);
    expect(readdirSync(join(bare, 'exported')).toSorted()).toEqual([
      '.earshot-export.json',
      'Caddyfile',
      'Dockerfile',
      'github-pages.yml',
      'nginx-container.conf',
      'nginx.conf',
      'site',
    ]);
    expect(readdirSync(site)).toEqual(
      expect.arrayContaining(['.htaccess', '.nojekyll', '_headers', 'index.html']),
    );
    expect(origins()).toEqual({ allow: ['https://a.example', 'https://*.b.example'], others: 'ask' });
    expect(readFileSync(join(bare, 'exported/nginx.conf'), 'utf8')).toContain('root /var/www/earshot/site;');
    const { jobs } = parse(readFileSync(join(bare, 'exported/github-pages.yml'), 'utf8'));
    const steps: { uses?: string; run?: string; with?: { path?: string } }[] = jobs.deploy.steps;
    expect(steps.map(({ uses, run }) => (uses ?? run ?? '').split('@')[0])).toEqual([
      'actions/checkout',
      'actions/upload-pages-artifact',
      'actions/deploy-pages',
    ]);
    expect(steps[1]?.with).toEqual({ path: 'site' });
  });

  it('fits an image of 60 MB without its models, whose runtimes lie packed', () => {
    // nginx:1.29-alpine-slim, unpacked.
    const BASE = 13 * MB;
    const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !relative(site, entry.parentPath).startsWith('models'),
    );
    const sizes = files.map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      return name.endsWith('.wasm') ? gzipSync(bytes, { level: 9 }).length : bytes.length;
    });
    expect(BASE + sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * MB);
  });

  it('is served with the settings, and keeps them and the models in an update', async () => {
    const first = await typed(
      bare,
      `ls exported/site/assets | wc -l; touch exported/site/assets/former-1234567.js`,
    );
    const { errors } = await typed(bare, `${earshot} export exported`);
    expect(errors).toBe('');
    expect(origins().allow).toHaveLength(2);
    expect(readdirSync(join(site, 'assets'))).toHaveLength(Number(first.output) + 1);
    const app = await Running.start(bare, `${earshot} serve exported --port 0`);
    const answers = await Promise.all(
      ['operator-settings.json', 'models/index.json'].map(async (path) =>
        (await fetch(app.url + path)).json(),
      ),
    );
    await app.stop();
    const shipped = SHIPPED.map((id) => expect.objectContaining({ id }));
    expect(answers).toEqual([{ baseAddresses: ['/speech'] }, { models: expect.arrayContaining(shipped) }]);
  });

  it('writes the app below a path, named with or without slashes, and serves it', async () => {
    const { errors } = await typed(bare, `${earshot} export below --base apps/earshot`);
    expect(errors).toBe('');
    expect(readdirSync(join(bare, 'below/site')).toSorted()).toEqual(['.nojekyll', '_headers', 'apps']);
    expect(readFileSync(join(bare, 'below/site/_headers'), 'utf8')).toContain('\n/apps/earshot/assets/*\n');
    const app = await Running.start(bare, `${earshot} serve below --port 0`);
    const response = await fetch(app.url);
    await app.stop();
    expect(response.status).toBe(200);
  });

  it.each(caseRows<[string, number, string]>(import.meta.url, 'refused'))(
    'refuses %s in one sentence, and writes nothing',
    async (given, code, sentence) => {
      const { status, errors } = await typed(bare, `${earshot} export ${given}`);
      expect([status, errors]).toEqual([code, `${sentence}\n`]);
      expect(readdirSync(bare)).not.toContain('new');
    },
  );
});

describe('earshot models', () => {
  it('lists, and says of an import without a folder what is missing', async () => {
    const listed = await typed(bare, 'node_modules/.bin/earshot models list');
    expect(listed.output).toMatch(/^zipformer-gigaspeech-3\.3m .*4 of 4 files/m);
    const { status, errors } = await typed(bare, 'node_modules/.bin/earshot models import .');
    expect(status).toBe(2);
    expect(errors).toMatch(ONE_SENTENCE);
  });

  it('imports into a folder, and verifies it', async () => {
    const copied = await typed(
      bare,
      'node_modules/.bin/earshot models import node_modules/earshot/dist/models --to models && node_modules/.bin/earshot models verify models',
    );
    expect(copied.errors).toBe('');
    expect(copied.output.match(/^good +(?:zipformer|whisper-base-q8)/gm)).toHaveLength(11);
  });
});

describe('earshot transcribe', () => {
  // By day the gateway transcribes with the built-in draft, and the model's files are verified above.
  it('transcribes with the built-in model, in a browser', { tags: THOROUGH_TAG }, async () => {
    const { status, output, errors } = await typed(whole, `npx earshot transcribe '${SAMPLE}' --format txt`);
    expect(status).toBe(0);
    expect(errors).toContain('recognised by Whisper base');
    expect(output).toContain('landing a man on the moon');
  });

  it.each(['transcribe x.flac', 'worker --pool ws://localhost:1'])(
    '%s says what is missing where the optional package was left out',
    async (command) => {
      const { status, errors } = await typed(
        bare,
        `touch x.flac && EARSHOT_POOL_PHRASE=x node_modules/.bin/earshot ${command}`,
      );
      expect(status).toBe(1);
      expect(errors).toBe(
        'The package playwright-core, which drives the browser, is not installed: install Earshot again without --omit=optional.\n',
      );
    },
  );

  it('says of a missing file that it is missing', async () => {
    const { status, errors } = await typed(bare, 'node_modules/.bin/earshot transcribe nothing.wav');
    expect([status, errors]).toEqual([1, 'nothing.wav: File not found.\n']);
  });
});
