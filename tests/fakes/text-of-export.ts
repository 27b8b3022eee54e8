import { strFromU8, unzipSync } from 'fflate';

/** What is written in an exported file; of a zip, in all its parts. */
export const textOfExport = (content: string | Uint8Array<ArrayBuffer>): string =>
  typeof content === 'string'
    ? content
    : Object.values(unzipSync(content))
        .map((part) => strFromU8(part))
        .join('\n');
