import { agentTools, WEB_TOOLS, type WebTool } from '../../contract/agents/agent-tools.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { z } from '../../lib/zod.ts';
import { getSettings, watchSettings } from '../settings/settings.ts';
import { type Redact, webInput, webTools } from './web-tools.ts';

/** WebMCP's draft of November 2026, as far as it is used here. */
interface ModelContext {
  registerTool(
    tool: {
      name: string;
      title: string;
      description: string;
      inputSchema: object;
      annotations: { readOnlyHint: boolean; untrustedContentHint: boolean };
      execute(input: unknown, options?: { signal?: AbortSignal }): Promise<unknown>;
    },
    options: { signal: AbortSignal },
  ): Promise<void> | void;
}

declare global {
  interface Document {
    readonly modelContext?: ModelContext;
  }
}

/** Offers agents of this browser the tools that a person switched on, and withdraws those that are switched off. */
export async function offerWebTools(
  context: ModelContext,
  redact: Redact,
  signal: AbortSignal,
): Promise<void> {
  const tools = webTools(redact);
  const offered = new Map<WebTool, AbortController>();

  async function adjust(): Promise<void> {
    const wanted = new Set((await getSettings()).agent_tools);
    for (const name of WEB_TOOLS) {
      const registration = offered.get(name);
      if (!wanted.has(name)) {
        registration?.abort();
        offered.delete(name);
      } else if (!registration) {
        const fresh = new AbortController();
        offered.set(name, fresh);
        const run = (input: unknown, stop: AbortSignal) => {
          fresh.signal.throwIfAborted();
          return tools[name](input, AbortSignal.any([stop, fresh.signal]));
        };
        await context.registerTool(described(name, run), { signal: fresh.signal });
      }
    }
  }

  // One after the other: a tool that is registered twice is an error.
  let adjusting = adjust();
  watchSettings(() => {
    adjusting = adjusting.then(adjust).catch(console.error);
  }, signal);
  await adjusting;
}

function described(name: WebTool, run: (input: unknown, stop: AbortSignal) => Promise<string>) {
  const { title, description, annotations } = agentTools[name];
  return {
    name,
    title,
    description: `${description} Personal data is replaced by labels such as [NAME_1].`,
    inputSchema: z.toJSONSchema(webInput[name], { io: 'input' }),
    annotations: { readOnlyHint: 'readOnlyHint' in annotations, untrustedContentHint: true },
    // Browsers withhold the reason of a rejection, so a failure is a result, as in the Model Context Protocol.
    execute: async (
      input: unknown,
      { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
    ) => {
      try {
        return contentOf(await run(input, signal));
      } catch (error) {
        const reason = error instanceof z.ZodError ? z.prettifyError(error) : toAppError(error).message;
        return { ...contentOf(reason), isError: true };
      }
    },
  };
}

const contentOf = (text: string) => ({ content: [{ type: 'text', text }] });
