import ts from 'typescript';

/** A test that names parts of the specification in its title, or in that of a group around it. */
export interface MarkedTest {
  /** Without its marks; a template is as it is written. */
  title: string;
  marks: Mark[];
}

/** One name of a mark: `[§2.4 sentences, SubtitlesConfig.*; §3 Rule]` has three. */
export interface Mark {
  /** Such as 2.4. */
  section: string;
  /** What a row begins with, or a pattern with `*` at its end. */
  name: string;
}

const MARKS = /\s*\[(§[^\]]+)\]/g;

/** Every test of a source file that has a mark. Skipped tests and those still to be written do not count. */
export function markedTests(source: string): MarkedTest[] {
  // Parsing is the slow part, and most files have no mark.
  if (!source.includes('[§')) return [];
  const found: MarkedTest[] = [];
  const visit = (node: ts.Node, groups: Mark[]): void => {
    const call = ts.isCallExpression(node) ? titledCall(node) : null;
    if (call?.kind === 'left out') return;
    const marks = call ? [...groups, ...marksIn(call.title)] : groups;
    if (call?.kind === 'test') {
      if (marks.length > 0) found.push({ title: call.title.replace(MARKS, ''), marks });
      return;
    }
    node.forEachChild((child) => visit(child, marks));
  };
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest), []);
  return found;
}

function marksIn(title: string): Mark[] {
  return [...title.matchAll(MARKS)].flatMap(([, list = '']) =>
    list.split(';').flatMap((part) => {
      const [, section = '', names = ''] = /^\s*§(\d+(?:\.\d+)?)\s+(.+)$/.exec(part) ?? [];
      if (section === '') throw new Error(`Not a mark: ${part.trim()} in "${title}"`);
      return names.split(',').map((name) => ({ section, name: name.trim() }));
    }),
  );
}

interface TitledCall {
  kind: 'test' | 'group' | 'left out';
  title: string;
}

/**
 * `it('…', run)`, `test.describe('…', run)`, `it.each(rows)('…', run)` and the like, also under a name of the file's own
 * (`const ownPage = test.extend(…)`); null for any other call.
 */
function titledCall(call: ts.CallExpression): TitledCall | null {
  const [first, ...others] = call.arguments;
  if (first === undefined || !others.some(ts.isFunctionLike)) return null;
  const title = textOf(first);
  if (title === null) return null;
  const names = calleeNames(call.expression);
  if (names.some((name) => ['skip', 'todo', 'fixme'].includes(name))) return { kind: 'left out', title };
  return { kind: names.includes('describe') ? 'group' : 'test', title };
}

/** The names along `test.describe.each(…)`: test, describe, each. */
function calleeNames(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeNames(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return calleeNames(callee.expression);
  return [];
}

function textOf(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => `\${…}${span.literal.text}`).join('');
}
