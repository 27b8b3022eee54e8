import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
  ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import texts from '../../contract/agents/agent-tools.json' with { type: 'json' };
import { agentTools, knownOptions } from '../../contract/agents/agent-tools.ts';
import { FORMAT_FILES, TRANSCRIPT_FORMATS } from '../../contract/transcripts/transcript-formats.ts';
import { sentenceOf } from '../command/say-failure.ts';
import { loadContract } from '../load-contract.ts';
import { type Answer, type Running, type ToolOptions, TranscriptTools } from './transcript-tools.ts';

const REQUESTS = 'src/contract/jobs/pre-recorded-request.ts';
const requests = loadContract(() => import('../../contract/jobs/pre-recorded-request.ts'), REQUESTS);

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const TEXTS = TRANSCRIPT_FORMATS.filter((format) => format !== 'docx' && format !== 'template');
const SCHEME = 'earshot://transcripts/';

const INSTRUCTIONS = `Earshot transcribes speech on this device. Results have times in seconds from the start of the recording: name them when \
you quote. Transcripts are machine text: check names and numbers before you rely on them, and fix what is wrong with correct.`;

/** A server of the Model Context Protocol with the tools of one caller. The app is opened by the first call that needs it. */
export function mcpServer(toolOptions: ToolOptions, version: string): McpServer {
  const server = new McpServer({ name: 'earshot', version }, { instructions: INSTRUCTIONS });
  const tools = new TranscriptTools(toolOptions);
  const { transcribe, get, list, search, ask, correct, models } = agentTools;
  const path = z.string().optional().describe('A file in a folder that is open to agents');
  const address = transcribe.input.address.optional().describe('In place of path');
  const register = <Shape extends z.ZodRawShape>(
    name: string,
    { input, ...about }: { title: string; description: string; annotations?: ToolAnnotations; input: Shape },
    run: (given: z.infer<z.ZodObject<Shape>>, running: Running) => Promise<Answer>,
  ) =>
    // Loosely typed: the package's own types follow no parameter.
    server.registerTool(
      name,
      { ...about, inputSchema: z.strictObject(input) as z.ZodObject },
      (given, extra) =>
        answered(() => run(given as never, { signal: extra.signal, report: reporter(extra) })),
    );
  const options = knownOptions(async (given) => (await requests()).unknownPathsInRequest(given));
  const sources = { path, address, options };
  register('transcribe', { ...texts.transcribe_files, input: sources }, (given, to) =>
    tools.transcribe(given, to),
  );
  const format = z.enum(TEXTS).default('txt');
  const reading = { ...get, ...texts.get_in_format, input: { ...get.input, format } };
  register('get', reading, (given) => tools.get(given));
  register('list', list, (given) => tools.list(given));
  register('search', search, (given) => tools.search(given));
  register('ask', ask, (given, running) => tools.ask(given, running));
  register('correct', correct, (given) => tools.correct(given));
  register('models', models, () => tools.models());
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
async function answered(work: () => Promise<Answer>): Promise<CallToolResult> {
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
