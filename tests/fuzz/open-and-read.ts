import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import { AppError } from '../../src/lib/errors/errors.ts';
import { openAudio } from '../../src/media/open-audio.ts';

/** What became of a file: its codec, the code of the error that refused it, or the text of an error without a code. */
export interface Opened {
  outcome: 'opened' | 'refused' | 'crashed';
  detail: string;
}

/** Packets after which reading is broken off: a file of a megabyte has no more. */
const MAX_PACKETS = 200_000;

/** Opens a file as the service worker does. */
export async function openFile(bytes: Uint8Array<ArrayBuffer>): Promise<Opened> {
  try {
    const track = await openAudio(blobSource(new Blob([bytes])));
    track.dispose();
    return { outcome: 'opened', detail: track.info.codec };
  } catch (error) {
    return describe(error);
  }
}

/** Opens a file and takes all packets from it, as the decoder does. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Opened> {
  try {
    const track = await openAudio(blobSource(new Blob([bytes])));
    let count = 0;
    try {
      for await (const _ of track.packets()) {
        if (++count > MAX_PACKETS) return { outcome: 'crashed', detail: 'more packets than bytes allow' };
      }
    } finally {
      track.dispose();
    }
    return { outcome: 'opened', detail: track.info.codec };
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): Opened {
  if (error instanceof AppError && (error.status === 415 || error.status === 422)) {
    return { outcome: 'refused', detail: error.code };
  }
  return {
    outcome: 'crashed',
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
}
