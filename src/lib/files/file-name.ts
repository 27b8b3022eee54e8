import { plainName } from './plain-name.ts';
import { uniqueNames } from './unique-names.ts';

/** Signs that a file name cannot have on Windows, or anywhere. */
const FORBIDDEN = /[<>:"/\\|?*]/g;
/** Names of devices on Windows, with any extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?=\.|$)/i;
/** Bytes of UTF-8; file systems allow 255, and " (12)" may follow. */
const LONGEST = 200;
/** What is looked at of a text that comes from outside: more than a name has, spaces and signs that are taken out included. */
const LONGEST_READ = 2000;

/** The beginning of a text that takes so many bytes, and ends with a whole character. */
function beginning(text: string, mostBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(mostBytes));
  return text.slice(0, read);
}

/** A text as a file name without its extension, on every system: no folders, no devices, no dot or space at an end; `nameless` if nothing is left. */
export function safeName(text: string, nameless = 'transcript'): string {
  const plain = plainName(text.slice(0, LONGEST_READ).replaceAll(/\s+/gu, ' '))
    .normalize('NFC')
    .replaceAll(FORBIDDEN, '_')
    .replace(/^[.\s]+/u, '')
    .replace(DEVICES, '_$1');
  return beginning(plain, LONGEST).replace(/[.\s]+$/u, '') || nameless;
}

/** A recording's name without its folders and its last extension. */
export const baseName = (file: string): string =>
  (file.split(/[/\\]/).at(-1) ?? '').replace(/(?<=.)\.[^.\s]{1,5}$/u, '');

/** "talk.docx" as "talk (2).docx". */
export function numberedFileName(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

/** Names that differ in one folder, also where it ignores case. */
export const uniqueFileNames = (names: readonly string[]): string[] => uniqueNames(names, numberedFileName);

/** What a template for file names can hold. */
export interface NameFields {
  /** The recording's name, with or without its extension. */
  name: string;
  id: string;
  format: string;
  extension: string;
  /** Codes of the languages spoken, or that of the translation. */
  language: string;
  /** Date of the recording, such as "2026-01-31". */
  date: string;
}

const FIELD_NAMES = ['name', 'id', 'format', 'extension', 'language', 'date'] as const;

/** What is wrong with a template for file names; null if nothing is. */
export function nameTemplateFault(template: string): string | null {
  const unknown = [...template.matchAll(/\{\{([^{}]*)\}\}/g)]
    .map(([, name = '']) => name.trim())
    .find((name) => !FIELD_NAMES.some((known) => known === name));
  if (unknown !== undefined) {
    return `unknown field "${unknown.slice(0, 40)}"; there are ${FIELD_NAMES.join(', ')}`;
  }
  const rest = template.replaceAll(/\{\{[^{}]*\}\}/g, '');
  const stray = /\{\{|\}\}/.exec(rest)?.[0];
  return stray === undefined ? null : `${stray} has no ${stray === '{{' ? '}}' : '{{'}`;
}

/**
 * A file name by a template such as `{{date}} {{name}}.{{extension}}`; the format's extension is added to one without a
 * dot. Folders written in the template remain, those in the fields do not. Never leaves the folder: "../.." and empty steps
 * are dropped.
 */
export function fileNameFrom(template: string, fields: NameFields): string {
  const values: Record<string, string> = { ...fields, name: baseName(fields.name) || 'transcript' };
  const filled = (part: string) =>
    safeName(
      part.replaceAll(/\{\{([^{}]*)\}\}/g, (_, name: string) =>
        (values[name.trim()] ?? '').replaceAll(FORBIDDEN, '_'),
      ),
    );
  const steps = template.split(/[/\\]/).filter((step) => !/^[.\s]*$/u.test(step));
  const last = steps.pop() ?? '{{name}}';
  const dot = last.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [last.slice(0, dot), last.slice(dot + 1)] : [last, '{{extension}}'];
  return [...steps.map(filled), `${filled(stem)}.${filled(extension)}`].join('/');
}
