import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { sentenceOf } from './say-failure.ts';

/** The text of a file that an option names. Throws an Error in one sentence. */
export function readGiven(option: string, path: string): string {
  if (!existsSync(path)) throw new Error(`${option}: the file ${path} does not exist.`);
  if (statSync(path).isDirectory()) throw new Error(`${option}: ${path} is a folder, not a file.`);
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`${option}: ${sentenceOf(cause)}`, { cause });
  }
}

/** The same for settings, which are one JSON object. */
export function readGivenSettings(option: string, path: string): string {
  const text = readGiven(option, path);
  try {
    const settings: unknown = JSON.parse(text);
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return text;
  } catch (cause) {
    throw new Error(`${option}: ${path} is not valid JSON.`, { cause });
  }
  throw new Error(`${option}: ${path} must contain a JSON object.`);
}

/** Makes a folder that an option names, if needed, and sees that it can be written. Throws an Error in one sentence. */
export function ensureFolder(option: string, path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`${option}: ${sentenceOf(cause)}`, { cause });
  }
}
