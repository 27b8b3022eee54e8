import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { FORMAT_FILES, TRANSCRIPT_FORMATS } from '../../contract/transcripts/transcript-formats.ts';
import { sentenceOf } from '../command/say-failure.ts';
import { type ToolOptions, TranscriptTools } from './transcript-tools.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const id = z.string().describe('Id of a transcript, as transcribe, list and search return it');
const TEXTS = TRANSCRIPT_FORMATS.filter((format) => format !== 'docx' && format !== 'template');
const SCHEME = 'earshot://transcripts/';

const INSTRUCTIONS = `Earshot transcribes speech on this device. Results have times in seconds from the start of the recording: name them when \
you quote. Transcripts are machine text: check names and numbers before you rely on them, and fix what is wrong with correct.`;

/** A server of the Model Context Protocol with the tools of one caller. The app is opened by the first call that needs it. */
export function mcpServer(options: ToolOptions, version: string): McpServer {
  const server = new McpServer({ name: 'earshot', version }, { instructions: INSTRUCTIONS });
  const tools = new TranscriptTools(options);
  const reading = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    'transcribe',
    {
      title: 'Transcribe a recording',
      description:
        'Transcribes an audio or video file, or one at an http or https address, and returns its text with times. Long recordings take minutes.',
      inputSchema: {
        path: z.string().optional().describe('A file in a folder that is open to agents'),
        address: z
          .url({ protocol: /^https?$/ })
          .optional()
          .describe('In place of path'),
        options: z
          .record(z.string(), z.unknown())
          .optional()
          .describe(
            'Fields of POST /v2/pre-recorded, such as {"diarization": true, "language_config": {"languages": ["en"]}, "quality": "careful"}',
          ),
      },
    },
    (given, extra) =>
      answered(async () => tools.transcribe(given, { signal: extra.signal, report: reporter(extra) })),
  );
  server.registerTool(
    'get',
    {
      title: 'Read a transcript',
      description: 'Returns a transcript as it was corrected, in a format such as txt, srt, vtt, md or json.',
      inputSchema: { id, format: z.enum(TEXTS).default('txt') },
      annotations: reading,
    },
    (given) => answered(() => tools.get(given)),
  );
  server.registerTool(
    'list',
    {
      title: 'List transcripts',
      description: 'Lists recordings, newest first, with their ids and states.',
      inputSchema: {
        limit: z.int().min(1).max(100).default(20),
        offset: z.int().min(0).default(0),
      },
      annotations: reading,
    },
    (given) => answered(() => tools.list(given)),
  );
  server.registerTool(
    'search',
    {
      title: 'Search in all transcripts',
      description: 'Finds where all of these words were said: recordings, times and the text around.',
      inputSchema: { text: z.string().min(1), limit: z.int().min(1).max(50).default(10) },
      annotations: reading,
    },
    (given) => answered(() => tools.search(given)),
  );
  server.registerTool(
    'ask',
    {
      title: 'Ask a question about a transcript',
      description:
        'Has a language model on this device answer from one transcript. Without an installed one it fails: read the transcript instead.',
      inputSchema: { id, question: z.string().min(1).max(2_000) },
    },
    (given, extra) => answered(() => tools.ask(given, { signal: extra.signal, report: reporter(extra) })),
  );
  server.registerTool(
    'correct',
    {
      title: 'Correct a transcript',
      description:
        'Replaces a text wherever the transcript has it; words keep their times, and the state before is kept as a version.',
      inputSchema: { id, find: z.string().min(1), replace: z.string() },
    },
    (given) => answered(() => tools.correct(given)),
  );
  server.registerTool(
    'models',
    {
      title: 'List models',
      description:
        'Lists the models that this device has, and those that it could run, with their sizes and languages.',
      annotations: reading,
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
