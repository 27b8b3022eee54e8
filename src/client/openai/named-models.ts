import { MODEL_NAMES } from '../../contract/jobs/model-name.ts';
import type { OpenAiModel, OpenAiModels } from '../../contract/openai/openai-answers.ts';
import { OPENAI_MODELS } from '../../contract/openai/openai-request.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { verbatim } from '../../lib/errors/msg.ts';

/** Names that OpenAI's clients may ask for: those of its wire, and those of this service. */
const MODELS = [...OPENAI_MODELS, ...MODEL_NAMES];

const toModel = (id: string): OpenAiModel => ({ id, object: 'model', created: 0, owned_by: 'earshot' });

export const modelList = (): OpenAiModels => ({ object: 'list', data: MODELS.map(toModel) });

/** @param inPath its name as the address has it */
export function modelResponse(inPath: string): Response {
  const id = MODELS.find((name) => encodeURIComponent(name) === inPath);
  if (id !== undefined) return Response.json(toModel(id));
  throw unknownModel(inPath);
}

/** The service's error, or that of this wire if the service does not know the model. */
export const ofNamedModel = (error: unknown, name: string): unknown =>
  error instanceof AppError && error.status === 400 && error.details?.[0]?.startsWith('model ')
    ? unknownModel(name)
    : error;

const unknownModel = (name: string): AppError =>
  new AppError(
    'model_missing',
    verbatim(`The model ${JSON.stringify(name)} does not exist. Use one of: ${MODELS.join(', ')}.`),
    { details: ['model '] },
  );
