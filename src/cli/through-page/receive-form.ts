import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';

/** Far more than any request of a form has. */
const MOST_FIELDS = 200;

export interface ReceivedForm {
  fields: [name: string, value: string][];
  /** The first file, which is at the path that was given. Others are dropped. */
  file: { name: string; filename: string } | null;
}

/** Writes the form's file to `path` as it arrives. Resolves with null if the body is no form, or damaged. */
export async function receiveForm(request: IncomingMessage, path: string): Promise<ReceivedForm | null> {
  const { 'content-type': type = '' } = request.headers;
  if (!/^multipart\/form-data\s*;/i.test(type)) return null;
  const form: ReceivedForm = { fields: [], file: null };
  let file: Readable | null = null;
  let writing: Promise<void> = Promise.resolve();
  try {
    const parts = new Busboy({
      headers: { ...request.headers, 'content-type': type },
      limits: { fields: MOST_FIELDS },
    });
    parts.on('field', (name, value) => form.fields.push([name, value]));
    parts.on('file', (name, content, filename) => {
      if (form.file) return content.resume();
      form.file = { name, filename };
      file = content;
      const target = createWriteStream(path);
      // One that was destroyed before it was open makes the file all the same, and closes only then.
      const closed = new Promise<void>((resolve) => target.once('close', resolve));
      writing = pipeline(content, target).finally(() => closed);
      writing.catch(() => undefined);
    });
    await pipeline(request, parts);
    await writing;
    return form;
  } catch {
    // Its caller deletes the file, which must not come into being afterwards.
    (file as Readable | null)?.destroy();
    await writing.catch(() => undefined);
    return null;
  }
}
