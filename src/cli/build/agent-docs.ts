import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PROJECT_ROOT } from '../project-root.ts';

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');

const ABOUT =
  'Speech to text on the device: a `/v2` API in the browser, a command line, a gateway, and tools for agents.';

/** A table row of docs/README.md: a page, and whom it is for. */
const ROW = /^\| \[([\w-]+\.md)\]\(\1\) \| (.+) \|$/gm;

/** What the build writes beside the app for agents, by name: made of the docs alone. */
export function agentDocs(): Map<string, string> {
  const [using = ''] = read('docs/README.md').split(/^## How it is built$/m);
  const pages = [...using.matchAll(ROW)].map(([, name = '', purpose = '']) => {
    return { name, purpose: purpose.replaceAll('`', ''), text: read(join('docs', name)) };
  });
  const list = pages.map(({ name, purpose, text }) => `- [${titleOf(text)}](docs/${name}): ${purpose}`);
  const agents = read('docs/agents.md');
  const skill = ['---', 'name: earshot', `description: ${descriptionOf(agents)}`, '---', '', agents].join(
    '\n',
  );
  return new Map([
    ['llms.txt', `# Earshot\n\n> ${ABOUT}\n\n## Docs\n\n${list.join('\n')}\n`],
    ['llms-full.txt', `# Earshot\n\n> ${ABOUT}\n\n${pages.map(({ text }) => text).join('\n')}`],
    ['skills/earshot/SKILL.md', skill],
    // Those that llms.txt leads to.
    ...pages.map(({ name, text }): [string, string] => [`docs/${name}`, text]),
  ]);
}

const titleOf = (page: string): string => /^# (.+)$/m.exec(page)?.[1] ?? '';

/** By which an agent decides to read the skill: the first sentence of the page, and when it is of use. */
function descriptionOf(page: string): string {
  const [, bold = ''] = /^\*\*(.+?)\*\*/m.exec(page) ?? [];
  const sentence = bold.replaceAll('`', '');
  return `${sentence}. Use it to transcribe audio or video, and to search, question, correct and export transcripts.`;
}

/** Writes `llms.txt`, `llms-full.txt`, the pages that they name, and a skill. */
export const agentDocsPlugin = (): Plugin => ({
  name: 'earshot-agent-docs',
  apply: 'build',
  generateBundle() {
    for (const [fileName, source] of agentDocs()) this.emitFile({ type: 'asset', fileName, source });
  },
});
