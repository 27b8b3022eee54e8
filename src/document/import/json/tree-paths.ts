/** Reads fields of JSON that other programs wrote: what is missing or of another type is null, never an error. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const has = (value: unknown, key: string): value is Fields => isFields(value) && key in value;

const MOST_PATHS = 1000;
const pathSteps = new Map<string, readonly string[]>();

function stepsOf(path: string): readonly string[] {
  let steps = pathSteps.get(path);
  if (steps === undefined) {
    steps = path.split('.');
    if (pathSteps.size < MOST_PATHS) pathSteps.set(path, steps);
  }
  return steps;
}

/** A field's value by a path such as `nBest.0.display`. */
export function at(value: unknown, path: string): unknown {
  if (path === '') return value;
  // Most names are no paths, and a file has them for each of its words.
  if (!path.includes('.') && isFields(value)) return value[path];
  let found = value;
  for (const key of stepsOf(path)) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isFields(found)) found = found[key];
    else return undefined;
  }
  return found;
}

/** The values at a path, in which `[]` means each item of a list. */
export function each(value: unknown, path: string): unknown[] {
  let found = [value];
  path.split('[]').forEach((part, index) => {
    const key = part.replace(/^\./, '');
    found = (index === 0 ? found : found.flatMap((one) => (Array.isArray(one) ? one : []))).map((one) =>
      key === '' ? one : at(one, key),
    );
  });
  return found.filter((one) => one !== undefined);
}
