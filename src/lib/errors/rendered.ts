import { AppError, type ErrorData, fromErrorData, toErrorData } from './errors.ts';

/** What a part of the service worker answers: plain data, errors too. */
export type Rendered<Value> = { value: Value } | { error: ErrorData };

/** Calls a function of a part; its AppErrors become data. */
export async function rendered<Value>(make: () => Value | Promise<Value>): Promise<Rendered<Value>> {
  try {
    return { value: await make() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: toErrorData(error) };
  }
}

/** The value of an answer; throws the error that it has instead. */
export function unwrap<Value>(answer: Rendered<Value>): Value {
  if ('error' in answer) throw fromErrorData(answer.error);
  return answer.value;
}
