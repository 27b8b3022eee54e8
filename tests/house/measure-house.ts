import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What is counted in one file. Data (JSON, TSV) is not code. */
interface Counted {
  path: string;
  lines: number;
  /** Lengths in characters of the lines above 160. */
  long: number[];
  /** Functions with five parameters or more, as `name:line`. */
  wide: string[];
}

export interface House {
  sourceLines: number;
  testLines: number;
  entityLines: number;
  importLines: number;
  /** Tests of entities and imports. */
  dataTestLines: number;
  linesOver200: number;
  linesOver160: number;
  filesOver300: string[];
  wideFunctions: string[];
  docsWords: number;
  readmeWords: number;
  journalWords: number;
  unreleasedLines: number;
}

const MOST_CHARACTERS = 160;
const MOST_LINES = 300;
const MOST_PARAMETERS = 4;

const isTest = (path: string) => path.startsWith('tests/') || /\.test\.ts$/.test(path);
/** Compiled to WebAssembly, whose functions take numbers alone: no options objects there. */
const isAssembly = (path: string) => path.startsWith('src/engine/kernels/assembly/');
const isCode = (path: string) => /^(src|workers|tests)\/.*\.(ts|svelte)$/.test(path);

/** Counts lines, long lines and long lists of parameters in the files that git has, and words in the documentation. */
export function measureHouse(root: string): House {
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n');
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
  const code = paths.filter(isCode).map((path) => count(path, textOf(path)));
  const source = code.filter(({ path }) => !isTest(path));
  const tests = code.filter(({ path }) => isTest(path));
  const within = (counted: Counted[], pattern: RegExp) =>
    sum(counted.filter(({ path }) => pattern.test(path)).map(({ lines }) => lines));
  const words = (path: string) => textOf(path).split(/\s+/).filter(Boolean).length;
  const pages = paths.filter((path) => /^docs\/.*\.md$/.test(path));
  return {
    sourceLines: sum(source.map(({ lines }) => lines)),
    testLines: sum(tests.map(({ lines }) => lines)),
    entityLines: within(source, /^src\/language\/(entities|cues)\//),
    importLines: within(source, /^src\/document\/import\//),
    dataTestLines: within(
      tests,
      /^src\/(language\/(entities|cues)|document\/import|addons\/(pii_redaction|named_entity_recognition))\//,
    ),
    linesOver200: code.flatMap(({ long }) => long).filter((length) => length > 200).length,
    linesOver160: source.flatMap(({ long }) => long).length,
    filesOver300: source.filter(({ lines }) => lines > MOST_LINES).map(({ path }) => path),
    wideFunctions: source
      .filter(({ path }) => !isAssembly(path))
      .flatMap(({ path, wide }) => wide.map((place) => `${path} ${place}`)),
    docsWords: sum(pages.map(words)),
    readmeWords: words('README.md'),
    journalWords: words('docs/journal.md'),
    unreleasedLines: unreleasedLines(textOf('CHANGELOG.md')),
  };
}

function count(path: string, text: string): Counted {
  const lines = text.split('\n');
  return {
    path,
    lines: lines.length - 1,
    long: lines.map(({ length }) => length).filter((length) => length > MOST_CHARACTERS),
    wide: wideFunctions(path.endsWith('.svelte') ? scriptsOf(text) : text),
  };
}

/** A component's scripts, with all other lines empty, so that line numbers are those of the file. */
const scriptsOf = (component: string) =>
  component
    .split(/(<script[^>]*>[\s\S]*?<\/script>)/)
    .map((part) =>
      part.startsWith('<script')
        ? part.replace(/^<script[^>]*>|<\/script>$/g, '')
        : part.replace(/[^\n]/g, ''),
    )
    .join('');

/** Functions with more than four parameters; `this` counts as none. */
export function wideFunctions(text: string): string[] {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    // Overloads and types repeat what an implementation takes.
    if (ts.isFunctionLike(node) && 'body' in node && node.body && node.parameters.length > MOST_PARAMETERS) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${nameOf(node)}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
    ? parent.name.getText()
    : 'function';
}

/** Entries of the changelog's next release. */
const unreleasedLines = (changelog: string) =>
  (changelog.split(/^## /m)[1] ?? '').split('\n').filter((line) => line.startsWith('- ')).length;

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
