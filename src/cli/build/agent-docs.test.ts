import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { PROJECT_ROOT } from '../project-root.ts';
import { agentDocs } from './agent-docs.ts';

const files = agentDocs();
const text = (name: string) => files.get(name) ?? '';

it('llms.txt lists every page for people who use the app, and each is there', () => {
  const llms = text('llms.txt');
  expect(llms).toMatch(/^# Earshot\n\n> .+\n\n## Docs\n\n- \[/);
  const named = [...llms.matchAll(/^- \[[^\]]+\]\((docs\/[\w-]+\.md)\): .+$/gm)].map(
    ([, path]) => path ?? '',
  );
  expect(named).toEqual(
    expect.arrayContaining(['docs/agents.md', 'docs/openai.md', 'docs/specification.md']),
  );
  expect(named.filter((path) => !files.has(path) || !existsSync(join(PROJECT_ROOT, path)))).toEqual([]);
  expect(named).not.toContain('docs/architecture.md');
  for (const path of named) expect(text('llms-full.txt')).toContain(text(path));
});

it('the skill has a name, a description of at most 1024 characters, and the page of agents', () => {
  const [, head = '', body = ''] = text('skills/earshot/SKILL.md').split(/^---$/m);
  const { name, description } = parse(head);
  expect(name).toBe('earshot');
  expect(description).toMatch(
    /^earshot mcp gives an agent speech to text on this device.*\. Use it to transcribe/,
  );
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(body).toContain(text('docs/agents.md'));
});
