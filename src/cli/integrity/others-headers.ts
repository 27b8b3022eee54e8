import type { IntegrityList } from '../../contract/realms/integrity-list.ts';
import { sha256Of } from '../build/write-integrity-list.ts';

/** Below the app: an operator's own files, such as a certificate authority's, are there too. */
export const WELL_KNOWN = '.well-known/';
const WAICT = `${WELL_KNOWN}waict/`;
export const WAICT_TYPE = 'application/waict-integrity-manifest';
/** What runs, and what it is drawn with. */
const COVERED = /\.(?:html|m?js|css|wasm)$/;
/**
 * Keys of the draft of 2026 (waict-wg/waict-integrity-spec), which has a mode for each kind of request, and of the prototype in Firefox, which has
 * one mode for all. Each ignores the keys of the other.
 */
const MODES = ['mode', ...['document', 'script', 'worker', 'style', 'wasm'].map((kind) => `mode-${kind}`)];

/** Base64 without padding, as in addresses. */
export const inAddress = (base64: string): string =>
  base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * The manifest of WAICT for an app at `base`, such as `/apps/earshot/`. Its name contains its hash, since what an address has must never change.
 * The empty line at its end takes the place of a proof of transparency, which a policy without `max-age` does not need.
 */
export function waictManifest({ files }: IntegrityList, base: string): { path: string; body: string } {
  const covered = files.filter(({ path }) => COVERED.test(path));
  const rows = covered.flatMap(({ path, sha256 }): [string, string][] => [
    [base + path, sha256],
    ...(path === 'index.html' ? [[base, sha256] as [string, string]] : []),
  ]);
  const wasm = covered.filter(({ path }) => path.endsWith('.wasm')).map(({ sha256 }) => inAddress(sha256));
  const manifest = {
    url_hashes: Object.fromEntries(rows.map(([path, hash]) => [path, inAddress(hash)])),
    wasm_hashes: [...new Set(wasm)].sort(),
    // As the prototype in Firefox reads it.
    hashes: Object.fromEntries(rows),
  };
  const body = `${JSON.stringify(manifest)}\n\n`;
  return { path: `${WAICT}${inAddress(sha256Of(body)).slice(0, 22)}.waict`, body };
}

/** Headers of the app's pages that name violations and block nothing; browsers without them ignore them. */
export const othersHeaders = (manifestPath: string): Readonly<Record<string, string>> => ({
  // Enforced, it would block every module that another one imports: only an inline import map can give those a hash.
  'Integrity-Policy-Report-Only': 'blocked-destinations=(script)',
  'Integrity-Policy-WAICT-v1': `max-age=0, ${MODES.map((mode) => `${mode}=report`).join(', ')}, manifest="${manifestPath}"`,
});

/** A configuration of docs/hosting, or `_headers`, with these headers wherever it has the content policy of a page. */
export function withOthersHeaders(name: string, config: string, base: string, manifestPath: string): string {
  const headers = Object.entries(othersHeaders(base + manifestPath));
  const escaped = (value: string) => value.replaceAll('"', '\\"');
  if (name.startsWith('nginx'))
    return inNginx(
      config,
      headers.map(([key, value]) => [key, escaped(value)]),
    );
  const withHeaders = config.replaceAll(
    /^(.*)Content-Security-Policy(:?) ("?)default-src.* style-src .*$/gm,
    (line, before, colon, quote) =>
      [
        line,
        ...headers.map(
          ([key, value]) => `${before}${key}${colon} ${quote}${quote ? escaped(value) : value}${quote}`,
        ),
      ].join('\n'),
  );
  return TYPES[name]?.(withHeaders, base) ?? withHeaders;
}

/** How each server is given the media type of the manifest. */
const TYPES: Readonly<Record<string, (config: string, base: string) => string>> = {
  _headers: (config, base) => `${config}\n${base}${WAICT}*\n  Content-Type: ${WAICT_TYPE}\n`,
  htaccess: (config) => `${config}AddType ${WAICT_TYPE} .waict\n`,
  Caddyfile: (config) =>
    config.replace(/\}\s*$/, `\n\t@waict path *.waict\n\theader @waict Content-Type "${WAICT_TYPE}"\n}\n`),
};

/** nginx sends no header whose value is empty. */
function inNginx(config: string, headers: readonly (readonly [string, string])[]): string {
  const variableOf = (key: string) => `$earshot_${key.toLowerCase().replaceAll('-', '_')}`;
  const maps = headers.map(
    ([key, value]) =>
      `map $uri ${variableOf(key)} {\n    default      "";\n${['/', '/index.html', '/embed.html']
        .map((page) => `    ${page.padEnd(12)} "${value}";\n`)
        .join('')}}\n\n`,
  );
  const lines = headers.map(([key]) => `    add_header ${key} ${variableOf(key)} always;\n`);
  return config
    .replace(/^(?=server \{)/m, () => maps.join(''))
    .replace(/^ {4}add_header Content-Security-Policy .*\n/m, (line) => line + lines.join(''))
    .replace(/^ {4}types \{\n/m, (line) => `${line}        ${WAICT_TYPE} waict;\n`);
}
