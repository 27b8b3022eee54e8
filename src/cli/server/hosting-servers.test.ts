import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../tests/pool/nats-server.ts';
import { THOROUGH_TAG } from '../../../tests/runner/thorough.ts';
import { contentPolicyFor } from '../../lib/content-policy.ts';
import { othersHeaders, WAICT_TYPE, withOthersHeaders } from '../integrity/others-headers.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { belowPath } from './below-path.ts';
import { ISOLATION_HEADERS } from './isolation-headers.ts';

/** Starts a server for a site; the configuration is the exported one but for its address, its certificate and its root. */
interface Server {
  name: string;
  program: string | undefined;
  /** File of docs/hosting. */
  config: string;
  /** Writes what else it needs to the folder, and returns its arguments. */
  prepare: (config: string, folder: string, port: number) => string[];
  /** Files ending in .wasm are there packed alone. */
  packed?: boolean;
}

function installed(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

const nginx = (config: string, folder: string, port: number): string[] => {
  const listening = config
    .replace(/listen .*;/, `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gm, '');
  writeFileSync(join(folder, 'site.conf'), listening);
  cpSync('/etc/nginx/mime.types', join(folder, 'mime.types'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/temporary;`)
    .join(' ');
  writeFileSync(
    join(folder, 'main.conf'),
    `daemon off; pid ${folder}/pid; events {} http { access_log off; ${temporary} include site.conf; }`,
  );
  return ['-e', 'stderr', '-c', join(folder, 'main.conf')];
};

const APACHE_MODULES = '/usr/lib/apache2/modules';

const SERVERS: Server[] = [
  { name: 'nginx', program: installed('nginx'), config: 'nginx.conf', prepare: nginx },
  {
    name: 'nginx of the container',
    program: installed('nginx'),
    config: 'nginx-container.conf',
    prepare: nginx,
    packed: true,
  },
  {
    name: 'Caddy',
    program: installed('caddy'),
    config: 'Caddyfile',
    prepare: (config, folder, port) => {
      const options = '{\n\tadmin off\n\tauto_https off\n}\n';
      const listening = config.replace(/^speech\.example\.com \{/m, `http://:${port} {\n\tbind 127.0.0.1`);
      writeFileSync(join(folder, 'Caddyfile'), options + listening);
      return ['run', '--config', join(folder, 'Caddyfile')];
    },
  },
  {
    name: 'Apache',
    program: existsSync(APACHE_MODULES) ? installed('apache2', 'httpd') : undefined,
    config: 'htaccess',
    prepare: (_, folder, port) => {
      const modules = ['mpm_event', 'authz_core', 'dir', 'mime', 'headers']
        .map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`)
        .join('\n');
      const main = `ServerRoot ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/errors
Listen 127.0.0.1:${port}
ServerName localhost
${modules}
TypesConfig /etc/mime.types
DocumentRoot ${folder}/site
<Directory ${folder}/site>
  AllowOverride FileInfo Indexes
</Directory>
`;
      writeFileSync(join(folder, 'main.conf'), main);
      return ['-f', join(folder, 'main.conf'), '-DFOREGROUND'];
    },
  },
];

const HTML = '<!doctype html><title>Earshot</title>';
const WAICT = '.well-known/waict/5X_MjpjR0bpBpP3dEF6-hA.waict';
const FILES: Record<string, string> = {
  'index.html': HTML,
  [WAICT]: '{}',
  'embed.html': HTML,
  'service-worker.js': 'self;',
  'earshot.js': 'export {};',
  'assets/app-4f3a.js': 'export {};',
  'assets/runtime-4f3a.mjs': 'export {};',
  'assets/runtime-4f3a.wasm': '\0asm, but a long one',
  'pool/pool.worker-1a2b.js': 'self;',
  'models/one/model.onnx': '0123456789',
  'app.webmanifest': '{}',
};

const absent = SERVERS.filter(({ program }) => program === undefined).map(({ name }) => name);
if (absent.length > 0) console.warn(`Left out: ${absent.join(', ')} not installed here.`);

/** The servers that run; a server is ended by its own process, which ends its children. */
describe.for(SERVERS.flatMap((server) => ['/', '/apps/earshot/'].map((base) => ({ ...server, base }))))(
  '$name with the app at $base',
  { tags: THOROUGH_TAG },
  ({ program, config, prepare, packed, base }) => {
    let folder = '';
    let origin = '';
    let running: ChildProcess;

    beforeAll(async () => {
      if (program === undefined) return;
      folder = mkdtempSync(join(tmpdir(), 'earshot-server-'));
      // A server that was started as root serves as somebody else.
      execFileSync('chmod', ['755', folder]);
      const exported = readFileSync(join(PROJECT_ROOT, 'docs/hosting', config), 'utf8');
      const configured = belowPath(config, withOthersHeaders(config, exported, base, WAICT), base);
      const own = configured.replaceAll('/var/www/earshot/dist', join(folder, 'site'));
      const put = (path: string, content: string | Uint8Array) => {
        mkdirSync(dirname(join(folder, 'site', path)), { recursive: true });
        writeFileSync(join(folder, 'site', path), content);
      };
      for (const [path, content] of Object.entries(FILES)) {
        const isPacked = packed && path.endsWith('.wasm');
        put(join(base, isPacked ? `${path}.gz` : path), isPacked ? gzipSync(content) : content);
      }
      put('others/page.html', HTML);
      if (config === 'htaccess') put(join(base, '.htaccess'), own);
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      let said = '';
      const errors = join(folder, 'errors');
      const logged = () => (existsSync(errors) ? readFileSync(errors, 'utf8') : '');
      running = spawn(program, prepare(own, folder, port), {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder },
      });
      running.stderr?.on('data', (text) => {
        said += text;
      });
      for (let tried = 0; !(await fetch(origin).catch(() => null)); tried++) {
        if (running.exitCode !== null || tried > 200)
          throw new Error(`${program} does not serve: ${said} ${logged()}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });

    afterAll(async () => {
      if (program === undefined) return;
      const over = new Promise((resolve) => running.once('exit', resolve));
      if (running.exitCode === null && running.kill('SIGTERM')) await over;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    const get = (path: string, init: RequestInit = {}) =>
      fetch(new URL(path, origin), { redirect: 'manual', ...init });
    const inApp = (path: string) => base + path;

    it.skipIf(program === undefined).each(Object.keys(FILES).concat(''))(
      'sends /%s with its headers',
      async (path) => {
        const response = await get(inApp(path));
        expect(response.status).toBe(200);
        expect(await response.text()).toBe(FILES[path || 'index.html']);
        for (const [name, value] of Object.entries(ISOLATION_HEADERS))
          expect(response.headers.get(name), name).toBe(value);
        expect(response.headers.get('content-security-policy')).toBe(
          contentPolicyFor(`/${path}`) ?? "frame-ancestors 'self'",
        );
        for (const [name, value] of Object.entries(othersHeaders(base + WAICT)))
          expect(response.headers.get(name), name).toBe(
            /^(?:(?:index|embed)\.html)?$/.test(path) ? value : null,
          );
        expect(response.headers.get('cache-control')).toBe(
          path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    );

    it.skipIf(program === undefined).each([
      ['assets/runtime-4f3a.wasm', /^application\/wasm$/],
      ['assets/runtime-4f3a.mjs', /^(?:text|application)\/javascript/],
      ['service-worker.js', /^(?:text|application)\/(?:x-)?javascript/],
      ['app.webmanifest', /^application\/manifest\+json/],
      ['', /^text\/html/],
      [WAICT, new RegExp(`^${WAICT_TYPE}$`)],
    ])('sends /%s as %s', async (path, type) => {
      expect((await get(inApp(path))).headers.get('content-type')).toMatch(type);
    });

    it.skipIf(program === undefined)('does not find what is missing, and lets nobody keep that', async () => {
      for (const path of ['assets/former-9c1d.js', 'v2/pre-recorded', 'models/index.json']) {
        const response = await get(inApp(path));
        expect(response.status, path).toBe(404);
        expect(await response.text(), path).not.toBe(HTML);
        expect(response.headers.get('cache-control') ?? '', path).not.toContain('immutable');
        expect(response.headers.get('cross-origin-embedder-policy'), path).toBe('require-corp');
      }
    });

    it.skipIf(program === undefined)('goes on with a download where it stopped', async () => {
      const response = await get(inApp('models/one/model.onnx'), { headers: { range: 'bytes=4-' } });
      expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
        206,
        'bytes 4-9/10',
        '456789',
      ]);
    });

    it.skipIf(program === undefined || !packed)(
      'unpacks the runtimes for who asks for them as they are',
      async () => {
        const response = await get(inApp('assets/runtime-4f3a.wasm'), {
          headers: { 'accept-encoding': 'identity' },
        });
        expect(response.headers.get('content-encoding')).toBeNull();
        expect(await response.text()).toBe(FILES['assets/runtime-4f3a.wasm']);
      },
    );

    it.skipIf(program === undefined || base === '/')(
      'adds a missing slash, and nothing to the rest of the site',
      async () => {
        const { status, headers } = await get(base.slice(0, -1));
        expect([301, 302, 308]).toContain(status);
        expect(new URL(headers.get('location') ?? '', origin).pathname).toBe(base);
        const other = await get('/others/page.html');
        expect(other.status).toBe(200);
        // Nothing but the app is served from a container.
        if (packed) return;
        for (const name of [
          ...Object.keys(ISOLATION_HEADERS),
          'content-security-policy',
          'cache-control',
        ].concat(Object.keys(othersHeaders(''))))
          expect(other.headers.get(name), name).toBeNull();
      },
    );
  },
);
