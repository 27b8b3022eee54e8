import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../models-manifest/models.json' with { type: 'json' };
import { caseRows } from '../runner/case-rows.ts';
import { filesUnder, precached } from './built-app.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const notices = readFileSync(join(dist, 'third-party-notices.txt'), 'utf8');

/** Folders of packages below node_modules, as the source maps of all built scripts name them. */
function packagesOfScripts(): string[] {
  const folder = join(root, 'dist-maps');
  const maps = filesUnder(folder).map((file) => join(folder, file));
  const sources = maps.flatMap((file): string[] => JSON.parse(readFileSync(file, 'utf8')).sources);
  const folders = sources.flatMap((source) => {
    const path = source.split('node_modules/').at(-1);
    if (path === undefined || path === source) return [];
    return [
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    ];
  });
  return [...new Set(folders)];
}

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;

describe('the third-party notices of the built app', () => {
  it('name every package of which a script contains code, with its version and a text', () => {
    const packages = packagesOfScripts();
    expect(packages.length).toBeGreaterThan(30);
    const missing = packages.filter((name) => !notices.includes(`\n${name} ${versionOf(name)}\nLicence: `));
    expect(missing).toEqual([]);
  });

  it('name the packages of which files are shipped as they are', () => {
    for (const name of caseRows<string>(import.meta.url, 'parts')) {
      expect(notices).toContain(`\n${name} ${versionOf(name)}\nLicence: `);
    }
  });

  it.each([
    ['libmpg123, in mpg123-decoder', 'LGPL-2.1-only', 'https://www.mpg123.de'],
    [
      'FFmpeg (AC-3 and E-AC-3 parts of libavcodec, libavutil), in @mediabunny/ac3',
      'LGPL-2.1-or-later',
      'https://ffmpeg.org',
    ],
  ])(
    'say of the compiled part %s where its source is, and give the whole licence',
    (part, licence, source) => {
      const from = notices.indexOf(`\n${part}\nLicence: ${licence}\nSource: ${source}`);
      expect(from).toBeGreaterThan(0);
      const notice = notices.slice(from, notices.indexOf('-'.repeat(80), from));
      expect(notice).toMatch(/^Copyright /m);
      expect(notice).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
      expect(notice).toContain('END OF TERMS AND CONDITIONS');
    },
  );

  it('name a compiled part of every package that brings WebAssembly', () => {
    const decoders = readdirSync(join(root, 'node_modules/@wasm-audio-decoders')).filter(
      (name) => name !== 'common',
    );
    for (const name of [...decoders.map((name) => `@wasm-audio-decoders/${name}`), 'opus-decoder']) {
      expect(notices).toMatch(new RegExp(`^.+, in ${name}$`, 'm'));
    }
  });

  it('name every model that is shipped or can be downloaded, with source and licence', () => {
    const offered = manifest.models.filter(({ source, notice }) => source !== null || notice !== undefined);
    expect(offered.length).toBeGreaterThan(20);
    const missing = offered.filter(({ title, source, licence }) => {
      const from = source ? `https://huggingface.co/${source.repo}` : 'shipped with the app';
      return !notices.includes(`\n${title}\nSource: ${from}\nLicence: ${licence}\n`);
    });
    expect(missing).toEqual([]);
  });

  it('have the permission of the MIT License once, and each of its copyrights', () => {
    const texts =
      notices.match(/Permission is hereby granted[\s\S]{0,1100}?DEALINGS\s+IN\s+THE\s+SOFTWARE\./g) ?? [];
    const [first = '', ...others] = texts.map((text) => text.replaceAll(/\s+/g, ' '));
    expect(first).toContain('WITHOUT WARRANTY OF ANY KIND');
    expect(others).not.toContain(first);
    const pointers = notices.match(/^Permission notice of the MIT License: the text stands above/gm) ?? [];
    expect(pointers.length).toBeGreaterThan(30);
    expect(
      notices.match(/^Copyright .*\n+Permission (?:is hereby granted|notice of the MIT)/gm)?.length,
    ).toBeGreaterThan(30);
  });

  it('are loaded by who opens them alone', () => {
    const kept = precached(readFileSync(join(dist, 'service-worker.js'), 'utf8'));
    expect(kept).not.toContain('third-party-notices.txt');
    expect(readFileSync(join(dist, 'license.txt'), 'utf8')).toMatch(/^MIT License/);
  });
});
