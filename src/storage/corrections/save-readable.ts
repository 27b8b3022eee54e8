import { ensureReadable } from './corrected-records.ts';
import { keepVersion, saveCorrected } from './save-corrected.ts';

/** As `saveCorrected`. Throws 500, without writing, if what is written could not be read again. */
export const saveReadable: typeof saveCorrected = async (jobId, document, saved, by) => {
  const before = new Set(saved.document?.paragraphs);
  ensureReadable(
    document,
    document.paragraphs.filter((paragraph) => !before.has(paragraph)),
  );
  return saveCorrected(jobId, document, saved, by);
};

/** As `keepVersion`. Throws 500, without writing, if it could not be read again. */
export const keepReadable: typeof keepVersion = async (jobId, document, ...label) => {
  ensureReadable(document, document.paragraphs);
  return keepVersion(jobId, document, ...label);
};
