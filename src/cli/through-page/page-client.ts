import { basename } from 'node:path';
import type { Page } from 'playwright';
import type { z } from 'zod';
import { errorBody } from '../../contract/errors/error-body.ts';
import type { CreatedJob, JobPage, PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { type UploadedFile, uploadedFile } from '../../contract/jobs/uploaded-file.ts';
import { type LibrarySearch, librarySearch } from '../../contract/transcripts/library-search.ts';
import { loadContract } from '../load-contract.ts';

const JOBS = 'src/contract/jobs/pre-recorded-job.ts';
const jobShapes = loadContract(() => import('../../contract/jobs/pre-recorded-job.ts'), JOBS);

interface PageAnswer {
  status: number;
  text: string;
}

/** A request refused by the service, with its message. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The `/v2` API, called by a script inside the app's page, because Node itself cannot reach a service worker. */
export class PageClient {
  constructor(
    private readonly page: Page,
    private readonly key: string,
  ) {}

  /** Uploads a file from disk. Its bytes go straight into the page's File without passing through Node. */
  async upload(path: string): Promise<UploadedFile> {
    return parseAnswer(uploadedFile, await this.#send(path, '/v2/upload', 'audio'));
  }

  /** Imports a transcript of another program beside a finished job. */
  async importTranscript(resultUrl: string, path: string): Promise<void> {
    const query = new URLSearchParams({ name: basename(path) });
    const answer = await this.#send(path, `${resultUrl}/transcript?${query}`, null);
    if (answer.status >= 300) throw refusal(answer);
  }

  /** Sends a file from disk: as a field of a form, or as the body itself. */
  async #send(path: string, address: string, field: string | null): Promise<PageAnswer> {
    const input = await this.page.evaluateHandle(() => {
      const element = document.createElement('input');
      element.type = 'file';
      return element;
    });
    try {
      await input.setInputFiles(path);
      return await this.page.evaluate(
        async ({ element, key, address, field }): Promise<PageAnswer> => {
          const file = element.files?.[0];
          if (!file) throw new Error('The page did not receive the file.');
          const form = new FormData();
          if (field !== null) form.append(field, file, file.name);
          const response = await fetch(address, {
            method: 'POST',
            headers: {
              'x-service-key': key,
              ...(field === null && { 'content-type': 'application/octet-stream' }),
            },
            body: field === null ? file : form,
          });
          return { status: response.status, text: await response.text() };
        },
        { element: input, key: this.key, address, field },
      );
    } finally {
      await input.dispose();
    }
  }

  /** Creates a job that fails if its model is not installed, instead of waiting for a user. */
  async createJob(params: Record<string, unknown>): Promise<CreatedJob> {
    const headers = { 'x-earshot-when-model-missing': 'fail' };
    const answer = await this.request('POST', '/v2/pre-recorded', { json: params, headers });
    return parseAnswer((await jobShapes()).createdJob, answer);
  }

  async readJob(resultUrl: string): Promise<PreRecordedJob> {
    return parseAnswer((await jobShapes()).preRecordedJob, await this.request('GET', resultUrl));
  }

  /** A page of the key's jobs, newest first. */
  async listJobs(query: Record<string, string>): Promise<JobPage> {
    const answer = await this.request('GET', `/v2/pre-recorded?${new URLSearchParams(query)}`);
    return parseAnswer((await jobShapes()).jobPage, answer);
  }

  /** What was said in all recordings of the key. */
  async search(query: Record<string, string>): Promise<LibrarySearch> {
    const answer = await this.request('GET', `/v2/search?${new URLSearchParams(query)}`);
    return parseAnswer(librarySearch, answer);
  }

  /** Runs add-ons on the transcript of a finished job: a job of its own. */
  async runAddons(id: string, json: Record<string, unknown>): Promise<CreatedJob> {
    const answer = await this.request('POST', `/v2/pre-recorded/${encodeURIComponent(id)}/addons`, { json });
    return parseAnswer((await jobShapes()).createdJob, answer);
  }

  /** Throws ServiceRefusal for any answer that is no success. */
  async request(
    method: string,
    url: string,
    { json, headers = {} }: { json?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ): Promise<PageAnswer> {
    const answer = await this.page.evaluate(
      async ({ url, ...init }): Promise<PageAnswer> => {
        const response = await fetch(url, init);
        return { status: response.status, text: await response.text() };
      },
      {
        url,
        method,
        body: json === undefined ? null : JSON.stringify(json),
        headers: {
          'x-service-key': this.key,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
    );
    if (answer.status >= 300) throw refusal(answer);
    return answer;
  }

  /** The bytes of a job's corrected transcript in one of the formats of `query`. */
  async onTranscript(resultUrl: string, query: Record<string, string>): Promise<Buffer> {
    const answer = await this.page.evaluate(
      async ({ url, key }): Promise<PageAnswer> => {
        const response = await fetch(url, { headers: { 'x-service-key': key } });
        if (!response.ok) return { status: response.status, text: await response.text() };
        const blob = await response.blob();
        const address = await new Promise<string>((resolve, reject) => {
          const reader = new FileReader();
          reader.onload = () => resolve(String(reader.result));
          reader.onerror = () => reject(reader.error);
          reader.readAsDataURL(blob);
        });
        return { status: response.status, text: address.slice(address.indexOf(',') + 1) };
      },
      { url: `${resultUrl}/transcript?${new URLSearchParams(query)}`, key: this.key },
    );
    if (answer.status >= 300) throw refusal(answer);
    return Buffer.from(answer.text, 'base64');
  }

  async deleteJob(resultUrl: string): Promise<void> {
    await this.request('DELETE', resultUrl);
  }
}

function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: PageAnswer): z.infer<Schema> {
  if (answer.status >= 300) throw refusal(answer);
  return schema.parse(JSON.parse(answer.text));
}

function refusal({ status, text }: PageAnswer): ServiceRefusal {
  const body = errorBody.safeParse(parseJson(text));
  if (!body.success) return new ServiceRefusal(status, `The service returned status ${status}.`);
  const { message, validation_errors: faults = [] } = body.data;
  // The message only says that there are some.
  return new ServiceRefusal(status, faults.length > 0 ? `${faults.join('; ')}.` : message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
