import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapter as svelteAdapter } from '@wuchale/svelte';
import type { Node } from 'typescript';
import type { Plugin } from 'vite';
import type { Adapter, HeuristicFunc, Message } from 'wuchale';
import { defaultHeuristic } from 'wuchale';
import { adapter as scriptAdapter } from 'wuchale/adapter-vanilla';

/**
 * Finds the texts of the interface in its sources and has them looked up in the language that is shown (docs/decisions/014-languages.md).
 * wuchale does the finding; its catalogues by number are not used, so that English costs nothing to load.
 */

/** Begin with a capital letter as texts do, but are words of the web's interfaces. */
const WORDS_OF_INTERFACES = new RegExp(
  String.raw`^(?:\w+Error|Escape|Enter|Backspace|Delete|Home|End|Tab|Shift|Control|Ctrl|Alt|Meta|CapsLock|Up|Down|Arrow\w+|Content-Type|` +
    String.raw`Earshot|ClipboardItem|(?:Alt|Shift)\+.+|M# #v#)$`,
);

/** Attributes for programs. Others are texts if they look like one. */
const NO_TEXT_IN =
  /^(?:class|style|id|href|src|d|type|name|value|for|lang|dir|data-.*|aria-(?:labelledby|describedby|controls))$/;

/** Templates that begin with a value or a small letter, and are sentences or parts of them all the same: "5 min left", "about 5 MB". */
const SENTENCE_WITH_VALUES = /^[^\p{L}/:;=-]*#[^/:;=]* \p{Ll}{2,}|^(?:[a-z]+ )+#/u;

const isText: HeuristicFunc = (message) => {
  const text = message.msgStr.join('\n');
  const { scope, attribute, call } = message.details;
  if (attribute && NO_TEXT_IN.test(attribute)) return false;
  if (scope === 'markup') return text === 'Earshot' ? false : defaultHeuristic(message);
  if (WORDS_OF_INTERFACES.test(text) || call?.startsWith('console.')) return false;
  return SENTENCE_WITH_VALUES.test(text) ? 'message' : defaultHeuristic(message);
};

/** A constant of a script is made before there is a catalogue: it remains English and is translated where it is shown. */
const isTextInFunction: HeuristicFunc = (message) =>
  message.details.scope !== 'script' || message.details.funcName != null ? isText(message) : false;

/** `import { interfaceText }` is at the top of each file: nothing is set up in components and functions. */
const plain = { wrapInit: (expression: string) => expression, wrapUse: (expression: string) => expression };
const runtime = { initReactive: () => null, useReactive: false, plain, reactive: plain };
/** The functions of src/ui/texts/texts.ts whose argument is a text however it begins. */
const patterns = [
  { name: 'translate', args: ['message' as const] },
  { name: 'plural', args: ['other' as const, 'message' as const] },
];

const ofComponents = svelteAdapter({ heuristic: isText, patterns, runtime });
const ofTables = scriptAdapter({ heuristic: isText, patterns, runtime });
const ofScripts = scriptAdapter({ heuristic: isTextInFunction, patterns, runtime });

const RUNTIME = `import { interfaceText as _w_runtime_ } from '/src/ui/texts/texts.ts'; const _w_runtime_mod_ = _w_runtime_;`;

interface Found {
  texts: string[];
  code: string;
  map: unknown;
}

const isSource = (path: string) =>
  /src\/ui\/(?!texts\/).*\.(?:svelte|ts)$/.test(path) && !/\.(?:d|test)\.ts$/.test(path);
const isComponent = (path: string) => /\.svelte(?:\.ts)?$/.test(path);

/** The texts in a component or script of src/ui, as keys of the catalogues, and its code with each of them looked up. Throws if it cannot be parsed. */
export async function findTexts(path: string, content: string): Promise<Found> {
  const { transform }: Adapter = isComponent(path) ? ofComponents : ofScripts;
  const { msgs, output } = await transform({
    content,
    filename: path,
    // What is in the code is the English text itself.
    index: { get: (key: string) => JSON.stringify(key) } as never,
    expr: { plain: '', reactive: '' },
    matchUrl: () => null,
  });
  const { code: written = content, map } = output(RUNTIME);
  // wuchale imports its component everywhere: the first paint would load it, and what it needs, for nothing.
  const withPieces = written.replace("/texts/texts.ts'; const", "/texts/text-pieces.ts'; const");
  const used = /_w_runtime_\./.test(written) ? withPieces : written;
  const code = written.includes('<W_tx_') ? used : used.replace(/\nimport W_tx_ from [^\n]+/, '');
  return { texts: msgs.map(({ msgStr }: Message) => msgStr.join('\n')), code, map };
}

/** The texts in constants of a script, which are looked up by `translate` where they are shown. Throws if it cannot be parsed. */
export async function findTableTexts(path: string, content: string): Promise<string[]> {
  // The only part of an add-on's schema that the page shows.
  const [view] = /^export const view[\s\S]*?^};$/m.exec(content) ?? [];
  const read = path.includes('src/addons/') ? (view ?? '') : content;
  const { msgs } = await ofTables.transform({
    content: read,
    filename: path,
    index: { get: () => 0 } as never,
    expr: { plain: '', reactive: '' },
    matchUrl: () => null,
  });
  return msgs.map(({ msgStr }: Message) => msgStr.join('\n'));
}

/** Words of the API and of states that are shown through `translate`: where a passage was found, and the themes. */
const STATES = ['chapter', 'note', 'system', 'light', 'dark'];

/** The templates of messages (src/lib/errors/msg.ts) in a script. */
async function findMessages(path: string, content: string): Promise<string[]> {
  if (!content.includes('msg`')) return [];
  const { default: ts } = await import('typescript');
  const found: string[] = [];
  const visit = (node: Node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'msg') {
      const { template } = node;
      const parts = ts.isTemplateExpression(template)
        ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
        : [template];
      found.push(parts.map(({ text }, index) => (index === 0 ? text : `{${index - 1}}${text}`)).join(''));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true));
  // Only values: nothing to translate.
  return found.filter((text) => /\p{L}/u.test(text));
}

/** Every text of the interface, each once, sorted: what a catalogue must have. */
export async function collectTexts(root: string): Promise<string[]> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const files = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file).replaceAll('\\', '/'),
    );
  const sources = files('src/ui').filter(isSource);
  const tables = sources.filter((path) => !isComponent(path));
  const schemas = files('src/addons').filter((path) => path.endsWith('/schema.ts'));
  const { sets, models } = JSON.parse(read('models-manifest/models.json'));
  const found = await Promise.all([
    ...sources.map(async (path) => (await findTexts(path, read(path))).texts),
    ...[...tables, ...schemas].map((path) => findTableTexts(path, read(path))),
  ]);
  const ofModels = [
    ...sets.flatMap(({ title, description }: ModelWords) => [title, description]),
    ...models.flatMap(({ description, replaces }: ModelWords) => [description, replaces?.gain ?? []].flat()),
  ];
  const scripts = files('src').filter(
    (path) => /(?<!\.test)\.ts$/.test(path) && !path.startsWith('src/cli/'),
  );
  const messages = await Promise.all(scripts.map((path) => findMessages(path, read(path))));
  return [...new Set([...found.flat(), ...STATES, ...ofModels, ...messages.flat()])].sort();
}

interface ModelWords {
  title: string;
  description: string;
  replaces?: { gain: string };
}

/** Vite plugin for the page; workers and the service worker remain as they are. */
export function interfaceTexts(): Plugin {
  return {
    name: 'interface-texts',
    enforce: 'pre',
    async transform(content, id) {
      if (!isSource(id)) return null;
      const { texts, code, map } = await findTexts(id, content);
      return texts.length > 0 ? { code, map: map as never } : null;
    },
  };
}
