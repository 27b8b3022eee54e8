import { invalidParameters } from '../../../contract/errors/invalid-parameters.ts';
import {
  FIELDS,
  type FieldName,
  isFieldName,
  isListName,
  LISTS,
  type ListName,
  SCOPES,
  type Scope,
} from './fields.ts';
import { type Filter, makeFilter } from './filters.ts';

export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'field'; field: FieldName; filters: Filter[] }
  | { kind: 'list'; list: ListName; nodes: TemplateNode[] }
  | { kind: 'if'; field: FieldName; nodes: TemplateNode[] };

/** Longest template in characters, and how deep its sections may be in each other. */
const LONGEST = 20_000;
const DEEPEST = 16;
/** Most filters of a field: some write twice as much as they read. */
const MOST_FILTERS = 8;

interface Open {
  name: string;
  line: number;
  scope: Scope;
  nodes: TemplateNode[];
}

const TAG = /\{\{([^{}]*)\}\}/g;
const BEGINS_LIST = new RegExp(`\\{\\{\\s*#\\s*(${LISTS.join('|')})\\s*\\}\\}`);

const known = (names: Iterable<string>) => [...names].join(', ');

/**
 * Parses a template: texts, fields with filters (`{{start|srt}}`), lists (`{{#paragraphs}}…{{/paragraphs}}`) and
 * conditions (`{{#speaker}}…{{/speaker}}`). Without a list the whole template is written for each paragraph. Throws 400 that
 * names each fault with its line.
 */
export function parseTemplate(template: string): TemplateNode[] {
  if (template.length > LONGEST) {
    throw invalidParameters([`template has ${template.length} characters; at most ${LONGEST} are allowed`]);
  }
  const source = withoutLoneRows(template.replaceAll(/\r\n?/g, '\n'));
  const perParagraph = !BEGINS_LIST.test(source);
  const faults: string[] = [];
  const root: Open = { name: '', line: 1, scope: perParagraph ? 'paragraphs' : 'transcript', nodes: [] };
  const stack: Open[] = [root];
  let line = 1;
  let at = 0;
  const top = () => stack.at(-1) ?? root;
  const fault = (text: string, where = line) => faults.push(`template line ${where}: ${text}`);
  const addText = (text: string) => {
    const stray = /\{\{|\}\}/.exec(text);
    if (stray)
      fault(`${stray[0]} has no ${stray[0] === '{{' ? '}}' : '{{'}`, line + rows(text.slice(0, stray.index)));
    if (text !== '') top().nodes.push({ kind: 'text', text });
    line += rows(text);
  };
  for (const match of source.matchAll(TAG)) {
    addText(source.slice(at, match.index));
    at = match.index + match[0].length;
    readTag(match[1] ?? '', { stack, top: top(), line, fault });
    line += rows(match[0]);
  }
  addText(source.slice(at));
  for (const { name, line: where } of stack.slice(1)) fault(`{{#${name}}} is not closed`, where);
  if (faults.length > 0) throw invalidParameters(faults);
  if (!perParagraph) return root.nodes;
  const last = root.nodes.at(-1);
  const ended = last?.kind === 'text' && last.text.endsWith('\n');
  const nodes: TemplateNode[] = ended ? root.nodes : [...root.nodes, { kind: 'text', text: '\n' }];
  return [{ kind: 'list', list: 'paragraphs', nodes }];
}

const rows = (text: string) => text.split('\n').length - 1;

/**
 * A row with nothing but the beginning or end of a section is not written. The line break goes to the other side of the
 * tag's braces, inside them, so that lines keep their numbers.
 */
const withoutLoneRows = (template: string) =>
  template.replaceAll(/^[ \t]*\{\{([#/][^{}\n]*)\}\}[ \t]*\n/gm, '{{$1\n}}');

/** Where a tag is: the sections around it, the innermost of them, and its line. */
interface TagPlace {
  stack: Open[];
  top: Open;
  line: number;
  fault: (text: string, where?: number) => void;
}

function readTag(written: string, place: TagPlace): void {
  const { stack, top, fault } = place;
  const tag = written.trim();
  if (tag.startsWith('/')) {
    closeSection(tag.slice(1).trim(), place);
    return;
  }
  if (tag.startsWith('#')) {
    stack.push(openSection(tag.slice(1).trim(), place));
    return;
  }
  const [name = '', ...filters] = tag.split('|').map((part) => part.trim());
  const field = fieldNamed(name, top.scope, fault);
  if (!field) return;
  if (filters.length > MOST_FILTERS) {
    fault(`${name} has ${filters.length} filters; at most ${MOST_FILTERS} are allowed`);
    return;
  }
  const made = filters.flatMap((filter) => {
    const result = makeFilter(filter, FIELDS[field]);
    if (typeof result !== 'string') return [result];
    fault(result);
    return [];
  });
  top.nodes.push({ kind: 'field', field, filters: made });
}

function closeSection(name: string, { stack, top, fault }: TagPlace): void {
  if (stack.length === 1) {
    fault(`{{/${name}}} closes nothing`);
    return;
  }
  if (top.name !== name) fault(`{{/${name}}} closes {{#${top.name}}} of line ${top.line}`);
  stack.pop();
}

function openSection(name: string, { stack, top, line, fault }: TagPlace): Open {
  const nodes: TemplateNode[] = [];
  if (stack.length > DEEPEST) fault(`more than ${DEEPEST} sections lie in each other`);
  if (isListName(name)) {
    if (!SCOPES[top.scope].lists.includes(name)) fault(`{{#${name}}} cannot stand inside {{#${top.scope}}}`);
    top.nodes.push({ kind: 'list', list: name, nodes });
    return { name, line, scope: name, nodes };
  }
  const field = fieldNamed(name, top.scope, fault);
  if (field) top.nodes.push({ kind: 'if', field, nodes });
  return { name, line, scope: top.scope, nodes };
}

function fieldNamed(name: string, scope: Scope, fault: (text: string) => void): FieldName | null {
  const { fields } = SCOPES[scope];
  if (isFieldName(name) && fields.includes(name)) return name;
  const where = scope === 'transcript' ? 'outside of sections' : `in {{#${scope}}}`;
  fault(`unknown field "${name.slice(0, 40)}"; ${where} there are ${known(fields)}`);
  return null;
}
