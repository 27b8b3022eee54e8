import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'vite';

/** Where browsers send what the content policy made them refuse, from pages and workers alike. */
const REPORTS = '/content-violations';

interface Report {
  'csp-report'?: Record<string, unknown>;
}

/** Makes every policy that a server sends name an address for reports, and keeps what arrives there until it is taken. */
export class ContentViolations {
  readonly #reports: string[] = [];

  readonly plugin = (): Plugin => ({
    name: 'earshot-content-violations',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((_, response, next) => {
        const policy = response.getHeader('content-security-policy');
        response.setHeader('content-security-policy', `${policy}; report-uri ${REPORTS}`);
        next();
      });
      middlewares.use(REPORTS, (request, response, next) => {
        if (request.method === 'GET') {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(this.take()));
          return;
        }
        readText(request).then((text) => {
          this.#reports.push(describe(text));
          response.writeHead(204).end();
        }, next);
      });
    },
  });

  /** What was reported since the last call, one line each. */
  take(): string[] {
    return this.#reports.splice(0);
  }
}

function describe(text: string): string {
  const { 'csp-report': report = {} }: Report = JSON.parse(text);
  const of = (field: string) => String(report[field] ?? '');
  const where = `${of('source-file')}:${of('line-number')}:${of('column-number')}`;
  return `${of('document-uri')}: ${of('effective-directive') || of('violated-directive')} refused ${of('blocked-uri')} ${of('script-sample')} (${where})`;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** The same as `take`, asked of a server in another process. */
export async function takeViolations(address: string): Promise<string[]> {
  const response = await fetch(new URL(REPORTS, address));
  return (await response.json()) as string[];
}
