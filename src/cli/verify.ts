import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { INTEGRITY_FILE, type IntegrityList, SIGNATURE_FILE } from '../contract/realms/integrity-list.ts';
import { plainName } from '../lib/files/plain-name.ts';
import { wordsOf } from '../lib/words-of.ts';
import { sha256Of } from './build/write-integrity-list.ts';
import { sentenceOf } from './command/say-failure.ts';
import { UsageError } from './command/usage-error.ts';
import { typedAs } from './installation.ts';
import { checkSignature, type Signer } from './integrity/check-signature.ts';
import { type Comparison, compareSite } from './integrity/compare-site.ts';
import { readList } from './integrity/read-list.ts';
import { type Site, siteAt } from './integrity/site.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { unzipped } from './zip-files.ts';

const USAGE = `Usage: ${typedAs('verify')} ADDRESS|FOLDER [--release VERSION | --list FILE] [--repository OWNER/NAME] [--key FILE]

Compares every file of an app with the signed list of its files (${INTEGRITY_FILE}), and the headers of a server. Names what is changed,
missing or extra. The signature is checked without a network. Exit code: 0 if all is the same, 1 if not, 2 if it could not be compared.

  --release VERSION        the list of this release, from its page; without it, the list that lies there
  --list FILE              a list that you trust already, such as the one of your own build; no signature is needed
  --repository OWNER/NAME  the repository on GitHub whose release workflow must have signed (default: the one of this package)
  --key FILE               a public key (PEM) that must have signed instead`;

interface Options {
  site: Site;
  release: string | undefined;
  list: string | undefined;
  repository: string | undefined;
  /** In PEM. */
  key: string | undefined;
}

function readOptions(): Options | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      release: { type: 'string' },
      list: { type: 'string' },
      repository: { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const [given] = positionals;
  if (given === undefined || positionals.length > 1)
    throw new UsageError(`Name one address or folder.\n\n${USAGE}`);
  if (values.release !== undefined && values.list !== undefined)
    throw new UsageError('--release and --list name two lists: give one of them.');
  const { release, list, repository = ownRepository() } = values;
  if (list !== undefined && (values.key ?? values.repository) !== undefined)
    throw new UsageError(
      'A list of --list is trusted without a signature: leave --key and --repository out.',
    );
  const key = values.key === undefined ? undefined : readFileSync(values.key, 'utf8');
  return { site: siteAt(given), release, list, key, repository };
}

const ownPackage = z.object({ repository: z.object({ url: z.string() }).optional() });

/** Where the workflow of a release says that this package comes from. */
function ownRepository(): string | undefined {
  const { repository } = ownPackage.parse(
    JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')),
  );
  return /github\.com\/([^/]+\/[^/.]+)/.exec(repository?.url ?? '')?.[1];
}

/** The list to compare with, and who vouches for it. */
interface Trusted {
  text: string;
  signedBy: string | null;
  original: (path: string) => Uint8Array | null;
}

async function trustedList(options: Options): Promise<Trusted> {
  const { site, release, list } = options;
  if (list !== undefined) {
    const beside = (path: string) => readIfThere(join(list, '..', path));
    return { text: readFileSync(list, 'utf8'), signedBy: 'you (--list)', original: beside };
  }
  if (release !== undefined) return releasedList(options, release);
  const file = await site.read(INTEGRITY_FILE);
  if (!file) throw new Error(`${site.name} has no ${INTEGRITY_FILE}: name a list with --release or --list.`);
  const bundle = await site.read(SIGNATURE_FILE);
  const text = Buffer.from(file.bytes).toString();
  const own = readIfThere(join(PROJECT_ROOT, 'dist', INTEGRITY_FILE));
  const isOwn = own !== null && Buffer.from(own).equals(file.bytes);
  return {
    text,
    signedBy:
      bundle && checkSignature(file.bytes, Buffer.from(bundle.bytes).toString(), signerOf(options, text)),
    original: (path) => (isOwn ? readIfThere(join(PROJECT_ROOT, 'dist', path)) : null),
  };
}

function signerOf({ key, repository }: Options, list: string): Signer {
  if (key !== undefined) return { key };
  if (repository === undefined)
    throw new UsageError('Name the repository whose workflow must have signed: --repository.');
  return { repository, version: readList(list).version };
}

async function releasedList(options: Options, version: string): Promise<Trusted> {
  const { repository } = options;
  if (repository === undefined)
    throw new UsageError('Name the repository of the release: --repository OWNER/NAME.');
  const folder = `https://github.com/${repository}/releases/download/v${version}/earshot-${version}`;
  const [list, bundle] = await Promise.all(
    [`${folder}.${INTEGRITY_FILE}`, `${folder}.${SIGNATURE_FILE}`].map(download),
  );
  const text = Buffer.from(list ?? []).toString();
  const stated = readList(text).version;
  if (stated !== version) throw new Error(`The list of ${version} is of version ${stated}.`);
  const signedBy = checkSignature(
    list ?? new Uint8Array(),
    Buffer.from(bundle ?? []).toString(),
    signerOf(options, text),
  );
  // Only for the first difference, so it may be absent.
  const files = await download(`${folder}.zip`).then(unzipped, () => ({}) as Record<string, Uint8Array>);
  return { text, signedBy, original: (path) => files[path] ?? null };
}

async function download(address: string): Promise<Uint8Array> {
  const response = await fetch(address).catch((cause) => {
    throw new Error(`${address} cannot be reached.`, { cause });
  });
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

const readIfThere = (path: string): Uint8Array | null => (existsSync(path) ? readFileSync(path) : null);

/** Prints what was found. Returns whether the site is the list's. */
function report(site: Site, { text, signedBy }: Trusted, found: Comparison): boolean {
  const { same, changed, missing, extra, headers, leftOut } = found;
  for (const [kind, named] of Object.entries({ changed, missing, extra, headers }))
    for (const one of named) console.log(`${kind.padEnd(8)} ${plainName(one)}`);
  if (leftOut > 0)
    console.log(`left out ${leftOut} files of models, which the app downloads by their hashes`);
  const { version } = readList(text);
  console.log(
    `list     version ${version}, ${wordsOf(sha256Of(text))}, ${signedBy ? `signed by ${signedBy}` : 'not signed'}`,
  );
  const faults = changed.length + missing.length + extra.length + headers.length;
  console.log(
    `${site.name}: ${same} same, ${changed.length} changed, ${missing.length} missing, ${extra.length} extra`,
  );
  return faults === 0 && signedBy !== null;
}

/** Browsers install a version only where the site has its list, too. */
function withItself(text: string): IntegrityList {
  const { version, files } = readList(text);
  const own = { path: INTEGRITY_FILE, sha256: sha256Of(text), size: Buffer.byteLength(text), entry: false };
  return { version, files: [...files, own] };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === null) return console.log(USAGE);
  const trusted = await trustedList(options);
  const found = await compareSite(options.site, withItself(trusted.text), (path) =>
    path === INTEGRITY_FILE ? Buffer.from(trusted.text) : trusted.original(path),
  );
  process.exitCode = report(options.site, trusted, found) ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(sentenceOf(error));
  process.exitCode = 2;
});
