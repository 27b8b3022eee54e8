import { type TransferHandler, transferHandlers } from 'comlink';
import { type ErrorData, fromErrorData, toErrorData } from '../../../lib/errors/errors.ts';

/**
 * Lets errors cross a worker's border as AppError with code and status; Comlink's own handler keeps only the message.
 * Import it on both sides for its side effect.
 */
const original = transferHandlers.get('throw');
if (!original) throw new Error('Comlink has no handler for thrown values.');

const throwHandler: TransferHandler<{ value: unknown }, ErrorData> = {
  canHandle: (value): value is { value: unknown } => original.canHandle(value),
  serialize: ({ value }) => {
    const data = toErrorData(value);
    // Unexpected errors keep their stack for developers.
    if (data.code === 'internal') console.error(value);
    return [data, []];
  },
  deserialize: (data) => {
    throw fromErrorData(data);
  },
};

transferHandlers.set('throw', throwHandler);
