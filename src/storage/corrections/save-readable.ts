import { ensureReadable } from './edit-records.ts';
import { keepVersion, saveEdit } from './save-edit.ts';

/** As `saveEdit`. Throws 500, without writing, if what is written could not be read again. */
export const saveReadable: typeof saveEdit = async (jobId, document, saved, by) => {
  const before = new Set(saved.document?.paragraphs);
  ensureReadable(
    document,
    document.paragraphs.filter((paragraph) => !before.has(paragraph)),
  );
  return saveEdit(jobId, document, saved, by);
};

/** As `keepVersion`. Throws 500, without writing, if it could not be read again. */
export const keepReadable: typeof keepVersion = async (jobId, document, ...label) => {
  ensureReadable(document, document.paragraphs);
  return keepVersion(jobId, document, ...label);
};
