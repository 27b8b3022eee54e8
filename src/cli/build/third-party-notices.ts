import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { catalogue } from '../../models/manifest/catalogue.ts';
import type { ManifestModel } from '../../models/manifest/manifest.ts';
import { scanModels } from '../model-files/scan-models.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { COMPILED_PARTS, type CompiledPart } from './compiled-parts.ts';
import {
  type PackageLicence,
  packageFolderOf,
  readLicence,
  readLicences,
  standardText,
} from './package-licences.ts';

export const NOTICES_FILE = 'third-party-notices.txt';

/** Their helpers are in every build: they load and join modules. */
const BUILDERS = ['vite', 'rolldown'];
/** Where a bundler's licence is followed by those of its own components, which remain in the bundler. */
const OWN_PARTS = /\n# Licenses of bundled dependencies[\s\S]*/;

/** The last of three builds writes all licences; a package without a licence fails the build. */
export function thirdPartyNotices() {
  const folders = new Set<string>();
  let publicModels = '';
  const collector = (): Plugin => ({
    name: 'earshot-collect-packages',
    apply: 'build',
    configResolved({ publicDir }) {
      // The service worker's build has no public folder.
      if (publicDir) publicModels = join(publicDir, 'models');
    },
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const madeFrom: unknown = this.getModuleInfo(id)?.meta.madeFrom;
        const folder = packageFolderOf(typeof madeFrom === 'string' ? madeFrom : id);
        if (folder) folders.add(folder);
      }
      // Fails now, before anything is written.
      readLicences(folders);
    },
  });
  const writer = (): Plugin => ({
    name: 'earshot-write-notices',
    apply: 'build',
    generateBundle() {
      const shipped = existsSync(publicModels) ? scanModels(publicModels).map(({ model }) => model.id) : [];
      const models = catalogue.filter(({ id, source }) => source !== null || shipped.includes(id));
      const licence = readFileSync(join(PROJECT_ROOT, 'LICENSE'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'license.txt', source: licence });
      this.emitFile({
        type: 'asset',
        fileName: NOTICES_FILE,
        source: noticesText({ ...readLicences(folders), builders: BUILDERS.map(readBuilder), models }),
      });
    },
  });
  return {
    forPages: collector,
    forWorkers: collector,
    /** The service worker is built last. */
    forServiceWorker: () => [collector(), writer()],
  };
}

/** The licences of packages whose code is in scripts for Node. Throws an Error if one has none. */
export const packageNotices = (folders: Iterable<string>): string =>
  noticesText({ ...readLicences(folders), builders: BUILDERS.map(readBuilder), models: [] });

function readBuilder(name: string): PackageLicence {
  const read = readLicence(join(PROJECT_ROOT, 'node_modules', name));
  return { ...read, text: read.text.replace(OWN_PARTS, '').trim() };
}

interface Noticed {
  bundled: readonly PackageLicence[];
  /** Dependencies of the bundled packages, whose files may contain their code. */
  dependencies: readonly PackageLicence[];
  builders: readonly PackageLicence[];
  /** Models that are bundled or offered for download. */
  models: readonly ManifestModel[];
}

export function noticesText({ bundled, dependencies, builders, models }: Noticed): string {
  const shipped = new Set([...bundled, ...dependencies].map(({ name }) => name));
  const sections = [
    ['PACKAGES IN THIS APP', ...[...bundled, ...builders].map(packageNotice)],
    [
      'DEPENDENCIES OF THESE PACKAGES\nThe files of a package may contain code of these.',
      ...dependencies.map(packageNotice),
    ],
    [
      'LIBRARIES COMPILED INTO THESE PACKAGES\nEach lies in a file of its own below assets/, ' +
        'which a build from other sources of it can replace: change the package named with it\n' +
        'and run "npm run build". The app\'s own source is free (license.txt).',
      ...COMPILED_PARTS.filter((part) => part.in.some((name) => shipped.has(name))).map(partNotice),
    ],
    [
      'MODELS\nThey come with the app, or it offers them for download. "Unconfirmed" means that the licence could not be\n' +
        'established: look at the source before you use such a model.',
      ...models.map(modelNotice),
    ],
  ];
  const text = sections
    .map((section) => section.join(`\n\n${'-'.repeat(80)}\n`))
    .join(`\n\n${'='.repeat(80)}\n`);
  return `Earshot: third-party notices\n\n${'='.repeat(80)}\n${sharedOnce(text)}\n`;
}

/** Texts that many packages share. A fifth has the Apache License, with 11 kB each; half has the permission of the MIT License. */
const SHARED: readonly (readonly [name: string, text: RegExp])[] = [
  [
    'Apache License, Version 2.0, January 2004',
    /Apache License\s+Version 2\.0, January 2004[\s\S]*?END OF TERMS AND CONDITIONS/g,
  ],
  [
    'Permission notice of the MIT License',
    /Permission is hereby granted, free of charge,(?:(?!Permission is hereby)[\s\S])*?DEALINGS\s+IN\s+THE\s+SOFTWARE\./g,
  ],
];

/** Keeps the first of each shared text, and in place of its equals a line that leads there. Texts that differ remain. */
const sharedOnce = (text: string): string =>
  SHARED.reduce((all, [name, pattern]) => {
    const plain = (given: string) => given.replaceAll(/\s+/g, ' ');
    let first: string | null = null;
    return all.replaceAll(pattern, (found) => {
      if (first === plain(found))
        return `${name}: the text stands above, where this licence comes first, and applies to this copyright, too.`;
      first ??= plain(found);
      return found;
    });
  }, text);

const packageNotice = ({ name, version, licence, text }: PackageLicence) =>
  `${name} ${version}\nLicence: ${licence}\n\n${text}`;

const partNotice = ({ in: packages, name, licence, copyright, sources }: CompiledPart) =>
  [
    `${name}, in ${packages.join(', ')}\nLicence: ${licence}\nSource: ${sources.join(', ')}`,
    `${copyright}\n\n${standardText(name, licence, undefined)}`,
  ].join('\n\n');

function modelNotice({ title, source, licence, notice }: ManifestModel): string {
  const from = source ? `https://huggingface.co/${source.repo}` : 'shipped with the app';
  const named = `${title}\nSource: ${from}\nLicence: ${licence}`;
  return notice === undefined ? named : [named, notice, standardText(title, licence, undefined)].join('\n\n');
}
