import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { applyChange } from '../../document/edits/change.ts';
import { paragraphText } from '../../document/paragraphs.ts';
import { findReplacements, replaceAt } from '../../document/reading/find-text.ts';
import { finderOf } from '../../document/reading/finder.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { inEnglish, msg } from '../../lib/errors/msg.ts';
import {
  holdCorrecting,
  keepBefore,
  machineTranscript,
  readCorrected,
  storeCorrected,
} from '../corrections/corrected-transcripts.ts';
import { lazyModelsClient } from '../models/lazy-models-client.ts';

/** As *Find* does; the state before becomes a version. Throws AppError 404 without a match, 409 while a tab edits. */
export async function correctTranscript(
  job: Pick<PreRecordedJob, 'id' | 'result'>,
  find: string,
  replace: string,
): Promise<{ count: number; times: number[] }> {
  const hold = await holdCorrecting(job.id, { takeOver: false, lost: () => undefined });
  if (!hold)
    throw new AppError('conflict', msg`Somebody corrects this transcript in another tab.`, {
      remedy: msg`Try again once that tab is closed.`,
    });
  try {
    const stored = await readCorrected(job.id);
    const { document, revision } = stored ?? machineTranscript(job);
    const finder = finderOf(find);
    const places = finder ? findReplacements(document.paragraphs.map(paragraphText), finder, replace) : [];
    const change = replaceAt(document, places);
    if (places.length === 0)
      throw new AppError('not_found', msg`The transcript does not contain “${find}”.`, {
        remedy: msg`Read it, and send a text that it has.`,
      });
    if (change) {
      await keepBefore(job.id, document, 'find and replace');
      const next = applyChange(document, change).document;
      await storeCorrected(job.id, next, { revision, document: stored ? document : null });
    }
    const times = places.map(({ paragraph }) => document.paragraphs[paragraph]?.start ?? 0);
    return { count: places.length, times: [...new Set(times)] };
  } finally {
    hold.release();
  }
}

/** The models that this device could run, and which of them it has. */
export async function listModels() {
  const models = await lazyModelsClient.list();
  return models.map(({ id, title, purpose, languages, state, downloadBytes, unusable }) => ({
    ...{ id, title, purpose, languages, state, bytes_to_download: downloadBytes },
    unusable: unusable && inEnglish(unusable),
  }));
}
