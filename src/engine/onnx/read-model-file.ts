import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';

/** Reads a model's file with progress in bytes. Throws AppError `model_missing` if the response is not the file. */
export async function readModelFile(
  path: string,
  response: Response,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array> {
  if (!response.ok || !response.body) {
    throw new AppError(
      'model_missing',
      msg`The model file "${path}" cannot be opened (status ${response.status}).`,
      { remedy: msg`Install the model again.` },
    );
  }
  const announced = Number(response.headers.get('content-length') ?? 0);
  let bytes = new Uint8Array(announced);
  let length = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const chunk = next.value;
    if (length + chunk.length > bytes.length) {
      const larger = new Uint8Array(Math.max(length + chunk.length, bytes.length * 2));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(chunk, length);
    length += chunk.length;
    onBytes(chunk.length);
  }
  return bytes.subarray(0, length);
}
