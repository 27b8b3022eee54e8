import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { INTEGRITY_FILE, integrityList } from '../contract/realms/integrity-list.ts';
import { catalogue } from '../models/manifest/catalogue.ts';
import { buildApp, needsBuild } from './build/build-if-needed.ts';
import { readGivenSettings } from './command/given-files.ts';
import { sayFailure } from './command/say-failure.ts';
import { UsageError } from './command/usage-error.ts';
import { IS_PACKED, typedAs } from './installation.ts';
import { WELL_KNOWN, waictManifest, withOthersHeaders } from './integrity/others-headers.ts';
import { readIdentity, webcatFiles } from './integrity/webcat.ts';
import { importModels } from './model-files/import-models.ts';
import { scanModels } from './model-files/scan-models.ts';
import { isReplaceable } from './model-files/serve-models.ts';
import { writeModelsIndex } from './model-files/write-models-index.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { belowPath, readBase } from './server/below-path.ts';
import { replaceExport } from './server/replace-export.ts';

const USAGE = `Usage: ${typedAs('export')} DIR [--allow-origin ORIGIN]… [--others ask|refuse] [--settings FILE]
  [--models DIR] [--without-models] [--base PATH] [--webcat IDENTITY]

Writes what a web server needs: DIR/site, the files of the app, and beside it the configurations of nginx, Caddy and GitHub Pages, and a
Dockerfile. DIR/site has those of Netlify, Cloudflare Pages and Apache. Into the folder of an earlier export it writes the new version, and
keeps the settings and models there, and all that the earlier one did not write. A configuration that was changed is left as it is; where this
version changes it, too, its new text is beside it as NAME.new.

  --allow-origin ORIGIN  a site that may embed the app without a question; repeat it for several
  --others WHAT          ask (default) or refuse: the pages of other sites
  --settings FILE        settings of the operator, as operator-settings.json
  --models DIR           a folder of models to serve with the app
  --without-models       leaves out Whisper base (76 MB): the app offers it as a download from the hub instead
  --base PATH            where the app lies on its site, such as /apps/earshot/ (default /)
  --webcat IDENTITY      writes the enrolment and the unsigned manifest of WEBCAT; the workflow on GitHub that signs it, such as
                         https://github.com/OWNER/NAME/.github/workflows/webcat.yml@refs/heads/main`;

/** What an operator changes, and an update leaves; the last is written anew from what is there. */
const KEPT = ['operator-settings.json', 'embed-origins.json', 'models/index.json'];
/** Folders of which an update removes nothing. */
const STAYING = ['assets', 'pool', 'models', WELL_KNOWN.slice(0, -1)];
/** Where the next version is complete before it replaces the former. */
const STAGED = '.earshot-new';
const HOSTING = join(PROJECT_ROOT, IS_PACKED ? 'hosting' : 'docs/hosting');
/** Configurations that are beside the site, which must not be served. */
const BESIDE = ['nginx.conf', 'Caddyfile', 'Dockerfile', 'nginx-container.conf'];

interface ExportOptions {
  folder: string;
  origins: string[];
  others: 'ask' | 'refuse' | undefined;
  settings: string | undefined;
  models: string | undefined;
  withoutModels: boolean;
  /** With a slash at both ends. */
  base: string;
  /** Who signs for WEBCAT. */
  webcat: string | undefined;
}

/** Throws an Error in one sentence. */
function readOptions(): ExportOptions | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'allow-origin': { type: 'string', multiple: true, default: [] },
      others: { type: 'string' },
      settings: { type: 'string' },
      models: { type: 'string' },
      'without-models': { type: 'boolean', default: false },
      base: { type: 'string', default: '/' },
      webcat: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1)
    throw new UsageError(`Name one folder to write to.\n\n${USAGE}`);
  const { others, settings, models } = values;
  if (others !== undefined && others !== 'ask' && others !== 'refuse')
    throw new UsageError(`--others must be ask or refuse, not ${others}.`);
  const origins = values['allow-origin'].map(readOrigin);
  const withoutModels = values['without-models'];
  const base = readBase(values.base);
  const webcat = values.webcat === undefined ? undefined : readIdentity(values.webcat);
  if (webcat !== undefined && base !== '/')
    throw new UsageError('--webcat is for a whole site: leave --base out.');
  return { folder, origins, others, settings, models, withoutModels, base, webcat };
}

/** An origin, perhaps of all subdomains: `https://*.example.org`. */
function readOrigin(given: string): string {
  const plain = given.replace('//*.', '//any.');
  const isOrigin = URL.canParse(plain) && new URL(plain).origin === plain.replace(/\/$/, '').toLowerCase();
  if (!isOrigin)
    throw new UsageError(`--allow-origin must be an origin such as https://example.com, not ${given}.`);
  return given.replace(/\/$/, '').toLowerCase();
}

async function exportApp(options: ExportOptions): Promise<void> {
  const { folder, settings, models, base } = options;
  const isUpdate = existsSync(join(folder, 'site', base, 'service-worker.js'));
  if (!isUpdate && existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty, and no earlier export: name another folder.`);
  // Before anything is written.
  const settingsText = settings === undefined ? null : readGivenSettings('--settings', settings);
  if (models !== undefined && scanModels(models).length === 0)
    throw new Error(`No model of the manifest was found in ${models}.`);
  if (!IS_PACKED && needsBuild()) await buildApp();
  const staged = join(folder, STAGED);
  const existed = existsSync(folder);
  // A run that was ended leaves its staged files.
  rmSync(staged, { recursive: true, force: true });
  try {
    await stageExport(options, staged, settingsText);
    await putInPlace(options, staged, settingsText !== null);
  } finally {
    rmSync(staged, { recursive: true, force: true });
    // A part of the app is none, and nothing is there yet.
    if (!existed && existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  }
}

/** Writes the whole export into a folder of its own: the former one is whole until this one is. */
async function stageExport(
  { origins, others, models, withoutModels, base, webcat }: ExportOptions,
  folder: string,
  settingsText: string | null,
): Promise<void> {
  const site = join(folder, 'site', base);
  cpSync(join(PROJECT_ROOT, 'dist'), site, { recursive: true });
  if (withoutModels) leaveOutModels(site);
  const list = integrityList.parse(JSON.parse(readFileSync(join(site, INTEGRITY_FILE), 'utf8')));
  const waict = waictManifest(list, base);
  writeBelow(site, waict.path, waict.body);
  if (webcat !== undefined)
    for (const [path, body] of Object.entries(webcatFiles(list, webcat))) writeBelow(site, path, body);
  const configuredAs = (name: string, text: string) =>
    belowPath(name, withOthersHeaders(name, text, base, waict.path), base);
  const configured = (name: string) => configuredAs(name, forExport(name));
  writeFileSync(join(site, '.htaccess'), configured('htaccess'));
  // At the root of what Netlify and Cloudflare Pages serve.
  const headers = readFileSync(join(site, '_headers'), 'utf8');
  rmSync(join(site, '_headers'));
  writeFileSync(join(folder, 'site', '_headers'), configuredAs('_headers', headers));
  // GitHub Pages would leave out what begins with an underscore.
  writeFileSync(join(folder, 'site', '.nojekyll'), '');
  for (const name of BESIDE) writeFileSync(join(folder, name), configured(name));
  writeFileSync(join(folder, 'github-pages.yml'), withoutBuild(forExport('github-pages.yml')));
  if (settingsText !== null) writeFileSync(join(site, 'operator-settings.json'), settingsText);
  if (origins.length > 0 || others !== undefined)
    writeFileSync(
      join(site, 'embed-origins.json'),
      `${JSON.stringify({ allow: origins, others: others ?? 'ask' }, null, 2)}\n`,
    );
  if (models === undefined) return;
  const to = join(site, 'models');
  const log = (line: string) => console.log(line.replace(`${STAGED}${sep}`, ''));
  const { failed } = await importModels({ from: models, to, writeIndex: false, log });
  if (failed.length > 0) process.exitCode = 1;
}

function writeBelow(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Deletes models that can be downloaded instead, also those of an earlier export. */
function leaveOutModels(site: string): void {
  for (const { folder } of catalogue.filter(isReplaceable))
    rmSync(join(site, 'models', folder), { recursive: true, force: true });
}

async function putInPlace(
  { folder, origins, others, withoutModels, base }: ExportOptions,
  staged: string,
  hasSettings: boolean,
): Promise<void> {
  const below = `site${base}`;
  if (withoutModels) leaveOutModels(join(folder, below));
  const given = [
    ...(hasSettings ? ['operator-settings.json'] : []),
    ...(origins.length > 0 || others !== undefined ? ['embed-origins.json'] : []),
  ];
  const kept = KEPT.filter((name) => !given.includes(name)).map((name) => below + name);
  const configurations = [...BESIDE, 'github-pages.yml', 'site/_headers', `${below}.htaccess`];
  const { pending, upToDate } = replaceExport(folder, staged, {
    isConfiguration: (path) => configurations.includes(path),
    isKept: (path) => kept.includes(path),
    // For pages that are still loading: their names contain their hashes.
    mayStay: (path) => kept.includes(path) || STAYING.some((name) => path.startsWith(`${below}${name}/`)),
  });
  const site = join(folder, 'site', base);
  await writeModelsIndex(join(site, 'models'));
  for (const path of pending)
    console.log(`${join(folder, path)} was changed and is left as it is; its new version is ${path}.new.`);
  for (const path of upToDate)
    console.log(
      `${join(folder, path)} was changed and is left as it is; this version has no changes for it.`,
    );
  console.log(`${site} is the app; ${BESIDE.join(', ')} and github-pages.yml beside it are for servers.`);
}

const forExport = (name: string): string =>
  readFileSync(join(HOSTING, name), 'utf8').replaceAll('/earshot/dist', '/earshot/site');

/** The workflow, for a repository that holds the export instead of the sources. */
const withoutBuild = (workflow: string): string =>
  workflow
    .replace(/ {6}- uses: actions\/setup-node[\s\S]*?(?= {6}- uses: actions\/upload)/, '')
    .replace('path: dist', 'path: site');

async function main(): Promise<void> {
  const options = readOptions();
  if (options === null) console.log(USAGE);
  else await exportApp(options);
}

main().catch(sayFailure);
