// An agent's tools, without an agent: `node agent.mjs FOLDER talk.mp3 WORDS` transcribes a recording, and finds where the words are said.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [folder, path, words = ''] = process.argv.slice(2);
const client = new Client({ name: 'agent-example', version: '1.0.0' });
const models = process.env.MODELS_DIR ? ['--models', process.env.MODELS_DIR] : [];
const args = ['earshot', 'mcp', folder, ...models];
await client.connect(new StdioClientTransport({ command: 'npx', args }));

const textOf = ({ content, isError }) => {
  if (isError) throw new Error(content[0].text);
  return content[0].text;
};
const onprogress = ({ message, progress }) => console.error(`${message}: ${Math.round(progress * 100)}%`);
const waits = { onprogress, timeout: 3_600_000 };
console.log(textOf(await client.callTool({ name: 'transcribe', arguments: { path } }, undefined, waits)));
console.log(textOf(await client.callTool({ name: 'search', arguments: { text: words } })));
await client.close();
