import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';

/** How the ONNX runtime, its C++ library and browsers say that memory could not be had. */
const SHORTAGE = /failed to allocate|could not allocate|bad_alloc|allocation failed|out of memory/i;

/**
 * Loads a model. Where memory does not suffice, the failure names the model.
 *
 * @param title the model's title
 * @throws AppError `internal` for lack of memory; otherwise whatever `load` throws
 */
export async function namingShortage<Model>(title: string, load: () => Promise<Model>): Promise<Model> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof AppError || !SHORTAGE.test(String(error))) throw error;
    throw new AppError('internal', msg`There is not enough memory left to load ${title}.`, {
      remedy: msg`Close other tabs and programs, then try again, or use a smaller model.`,
      cause: error,
    });
  }
}
