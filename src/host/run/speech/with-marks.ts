import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import { findAnyModel } from '../../../models/own/own-models.ts';

/** The request, with punctuation and capitals added to the words of models that write none. */
export async function withMarks(request: RequestParams, modelIds: readonly string[]): Promise<RequestParams> {
  const models = await Promise.all(modelIds.map(findAnyModel));
  const isBare = models.every((model) => model.engine === 'transducer' && !model.punctuates);
  return isBare ? { ...request, punctuation_enhanced: true } : request;
}
