import { UsageError } from '../command/usage-error.ts';

/** Where a path of the app begins in the configurations of docs/hosting. */
const PATH = /(?<=^|[\s^'])\/(?=(?:index|embed|assets|pool|service-worker)\b|[*(]|\s|$)/gm;

/** The path of `--base`, as `/apps/earshot/`. Throws UsageError for what cannot be one. */
export function readBase(given: string): string {
  const path = given.replace(/^\/|\/$/g, '');
  const base = path === '' ? '/' : `/${path}/`;
  if (!/^\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/.test(base))
    throw new UsageError(`--base must be a path such as /apps/earshot/, not ${given}.`);
  return base;
}

/** A server's configuration (docs/hosting) for an app at `base`, for whose files alone it then holds. */
export function belowPath(name: string, config: string, base: string): string {
  if (base === '/') return config;
  const moved = config.replaceAll(PATH, base);
  if (name === 'Caddyfile')
    return moved
      .replace(/^\theader \{$/m, `\theader ${base}* {`)
      .replaceAll(/^\t@(\w+) not path (.*)$/gm, `\t@$1 {\n\t\tpath ${base}*\n\t\tnot path $2\n\t}`);
  if (name !== 'nginx.conf') return moved;
  const ofServer = /^ {4}(?:# Without "always".*|add_header .*)\n/gm;
  const headers = moved.match(ofServer) ?? [];
  const into = `    location ${base} {\n`;
  return moved
    .replaceAll(ofServer, '')
    .replace(into, () => into + headers.map((line) => `    ${line}`).join(''));
}
