import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { catalogue } from './catalogue.ts';
import type { ManifestModel } from './manifest.ts';

/** "onnx-community/Qwen3-0.6B-ONNX", "qwen/qwen3-0.6b" and "Qwen3-0.6B" are the same model. */
const plainName = (name: string): string =>
  (name.split('/').at(-1) ?? '')
    .trim()
    .toLowerCase()
    .replace(/[-_.]onnx$/, '');

const namesOf = ({ id, folder, source }: ManifestModel): string[] =>
  [id, folder, ...(source ? [source.repo] : [])].map(plainName);

/**
 * The model of this kind that a request names: by id, folder or repository, with or without a provider before a slash,
 * in any case. Throws AppError `invalid_request`, listing the names.
 */
export function findNamedModel<Model extends ManifestModel>(
  name: string,
  isKind: (model: ManifestModel) => model is Model,
): Model {
  const wanted = plainName(name);
  const known = catalogue.filter(isKind);
  const found = known.find((model) => namesOf(model).includes(wanted));
  if (found) return found;
  const names = known.filter((model) => !('scope' in model) || model.scope === 'general');
  throw new AppError(
    'invalid_request',
    msg`There is no text model named "${name}". Leave the name out, or use one of: ${names.map(({ id }) => id).join(', ')}.`,
  );
}
