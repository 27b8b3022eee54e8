import type { TranscriptAnswer, TranscriptCall } from '../contract/realms/transcript-work.ts';
import { unwrap } from '../lib/errors/rendered.ts';
import { isLongCorrected } from '../storage/corrections/read-corrected.ts';
import type { JobRecord } from '../storage/database/records.ts';
import { doTranscriptWork } from './do-transcript-work.ts';
import type { ServiceContext } from './service-context.ts';

/** What is read or written faster than another realm is asked: bytes of a file, seconds of a recording, and a short correction of it. */
const LITTLE_BYTES = 32 * 1024;
const LITTLE_SECONDS = 1_200;

/**
 * Imports or exports a long transcript in another realm, if there is one, so that other requests need not wait.
 * Searches are answered there alone.
 */
export async function workElsewhere(
  call: TranscriptCall,
  { file }: Partial<Pick<JobRecord, 'file'>>,
  { env }: ServiceContext,
): Promise<TranscriptAnswer> {
  const isShort = (file?.audio_duration ?? 0) < LITTLE_SECONDS && (await isLittle(call));
  return unwrap((isShort ? null : await env?.elsewhere?.(call)) ?? (await doTranscriptWork(call)));
}

const isLittle = async (call: TranscriptCall): Promise<boolean> =>
  call.kind === 'import'
    ? call.bytes.length < LITTLE_BYTES
    : call.kind === 'export' && !(await isLongCorrected(call.id));
