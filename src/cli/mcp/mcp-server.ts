import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { agentTools } from '../../contract/agents/agent-tools.ts';
import { FORMAT_FILES, TRANSCRIPT_FORMATS } from '../../contract/transcripts/transcript-formats.ts';
import { sentenceOf } from '../command/say-failure.ts';
import { type ToolOptions, TranscriptTools } from './transcript-tools.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const TEXTS = TRANSCRIPT_FORMATS.filter((format) => format !== 'docx' && format !== 'template');
const SCHEME = 'earshot://transcripts/';

const INSTRUCTIONS = `Earshot transcribes speech on this device. Results have times in seconds from the start of the recording: name them when \
you quote. Transcripts are machine text: check names and numbers before you rely on them, and fix what is wrong with correct.`;

/** A server of the Model Context Protocol with the tools of one caller. The app is opened by the first call that needs it. */
export function mcpServer(options: ToolOptions, version: string): McpServer {
  const server = new McpServer({ name: 'earshot', version }, { instructions: INSTRUCTIONS });
  const tools = new TranscriptTools(options);
  const { transcribe, get, list, search, ask, correct } = agentTools;
  const path = z.string().optional().describe('A file in a folder that is open to agents');
  const address = transcribe.input.address.optional().describe('In place of path');
  server.registerTool(
    'transcribe',
    {
      title: transcribe.title,
      description:
        'Transcribes an audio or video file, or one at an http or https address, and returns its text with times. Long recordings take minutes.',
      inputSchema: z.strictObject({ path, address, options: transcribe.input.options }),
    },
    (given, extra) =>
      answered(async () => tools.transcribe(given, { signal: extra.signal, report: reporter(extra) })),
  );
  server.registerTool(
    'get',
    {
      ...get,
      description: 'Returns a transcript as it was corrected, in a format such as txt, srt, vtt, md or json.',
      inputSchema: z.strictObject({ ...get.input, format: z.enum(TEXTS).default('txt') }),
    },
    (given) => answered(() => tools.get(given)),
  );
  server.registerTool('list', { ...list, inputSchema: z.strictObject(list.input) }, (given) =>
    answered(() => tools.list(given)),
  );
  server.registerTool('search', { ...search, inputSchema: z.strictObject(search.input) }, (given) =>
    answered(() => tools.search(given)),
  );
  server.registerTool('ask', { ...ask, inputSchema: z.strictObject(ask.input) }, (given, extra) =>
    answered(() => tools.ask(given, { signal: extra.signal, report: reporter(extra) })),
  );
  server.registerTool('correct', { ...correct, inputSchema: z.strictObject(correct.input) }, (given) =>
    answered(() => tools.correct(given)),
  );
  server.registerTool(
    'models',
    {
      title: 'List models',
      description:
        'Lists the models that this device has, and those that it could run, with their sizes and languages.',
      annotations: get.annotations,
      inputSchema: z.strictObject({}),
    },
    () => answered(() => tools.models()),
  );
  server.registerResource(
    'transcript',
    new ResourceTemplate(`${SCHEME}{id}`, {
      list: async () => ({
        resources: (await tools.named()).map(({ id: uuid, name }) => {
          return { uri: SCHEME + uuid, name, mimeType: 'text/plain' };
        }),
      }),
    }),
    {
      title: 'Transcript',
      description: 'The text of a recording, with times and speakers',
      mimeType: 'text/plain',
    },
    async (uri, { id: uuid }) => {
      const text = await tools.text(String(uuid));
      return { contents: [{ uri: uri.href, mimeType: FORMAT_FILES.txt.type, text }] };
    },
  );
  return server;
}

/** A failure is the tool's result, in a sentence. */
async function answered(
  work: () => Promise<{ text: string; data: Record<string, unknown> }>,
): Promise<CallToolResult> {
  try {
    const { text, data } = await work();
    return { content: [{ type: 'text', text }], structuredContent: data };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: sentenceOf(error) }] };
  }
}

/** Sends progress, 0 to 1, to a client that asked for it. */
function reporter({ _meta, sendNotification }: Extra): (message: string, progress: number) => void {
  const progressToken = _meta?.progressToken;
  let last = -1;
  return (message, progress) => {
    // Each must be more than the one before.
    if (progressToken === undefined || progress <= last) return;
    last = progress;
    const params = { progressToken, progress, total: 1, message };
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
