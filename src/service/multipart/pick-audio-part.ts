import { invalidParameters } from '../../contract/errors/invalid-parameters.ts';
import type { FormPart } from '../../contract/jobs/handed-form.ts';
import { bareFilename } from '../../lib/files/bare-filename.ts';

export interface AudioPart {
  filename: string;
  bytes: Blob;
}

const refuse = (fault: string) => invalidParameters([fault]);

/**
 * The one file part, named `audio` (specification §4.1), beside plain fields. Throws 400 otherwise, or if it is empty.
 */
export function pickAudioPart(parts: FormPart[]): AudioPart {
  const files = parts.filter((part) => part.filename !== null);
  const [file, second] = files;
  if (!file) {
    const isField = parts.some((part) => part.name === 'audio');
    throw refuse(isField ? 'audio must be a file: its part has no filename' : 'audio is required');
  }
  if (second) throw refuse(`audio must be the only file: ${files.length} were sent`);
  if (file.name !== 'audio') {
    throw refuse(`audio is required: the file was sent in a part named ${JSON.stringify(file.name)}`);
  }
  if (file.content.size === 0) throw refuse('audio must not be an empty file');
  return { filename: bareFilename(file.filename ?? ''), bytes: file.content };
}
