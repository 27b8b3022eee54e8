import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the steps of an export's Dockerfile run, and what serves. */
export const BUILD_PROGRAMS = ['/bin/sh', '/bin/chmod', '/usr/bin/find', '/usr/bin/gzip'];
const PROGRAMS = [...BUILD_PROGRAMS, '/usr/sbin/nginx'];
const MIME_TYPES = '/etc/nginx/mime.types';

/** Laid out as the public image of nginx is. */
const NGINX_CONF = `user root;
error_log /dev/stderr notice;
pid /run/nginx.pid;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  include /etc/nginx/conf.d/*.conf;
}
`;
const DOCKERFILE = `FROM scratch
COPY root /
CMD ["/usr/sbin/nginx", "-g", "daemon off;"]
`;

/** The programs that a stand-in needs and this device does not have. */
export const lackingPrograms = (): string[] => [...PROGRAMS, MIME_TYPES].filter((path) => !existsSync(path));

/** Copies files of this device, and the libraries that they need, to the same paths below another root. */
export function copyPrograms(paths: readonly string[], root: string): void {
  const put = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(path, join(root, path), { dereference: true });
  };
  for (const program of paths) {
    put(program);
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' });
    for (const [path] of libraries.matchAll(/\/\S+/g)) if (!path.endsWith(':')) put(path);
  }
}

/** Builds an image of this device's nginx in place of the public one, which cannot be had without its registry. */
export function buildStandIn(tag: string): void {
  const context = mkdtempSync(join(tmpdir(), 'earshot-base-'));
  try {
    copyPrograms(PROGRAMS, join(context, 'root'));
    cpSync(MIME_TYPES, join(context, 'root', MIME_TYPES), { dereference: true });
    for (const folder of ['etc/nginx/conf.d', 'run', 'tmp', 'var/log/nginx', 'var/lib/nginx'])
      mkdirSync(join(context, 'root', folder), { recursive: true });
    writeFileSync(join(context, 'root/etc/passwd'), 'root:x:0:0:root:/:/bin/sh\n');
    writeFileSync(join(context, 'root/etc/group'), 'root:x:0:\n');
    writeFileSync(join(context, 'root/etc/nginx/nginx.conf'), NGINX_CONF);
    writeFileSync(join(context, 'Dockerfile'), DOCKERFILE);
    execFileSync('docker', ['build', '--tag', tag, context], { stdio: ['ignore', 'ignore', 'inherit'] });
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}
