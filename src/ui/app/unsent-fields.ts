type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    !['search', 'checkbox', 'radio', 'file', 'range'].includes(target.type));

/** What is looked for is lost without harm, and what says so is saved while it is written. */
const isKept = (field: Field) => field.closest('search, [data-saved]') !== null;

/**
 * Has the browser ask before the page is left while a field has a text that was neither sent nor stored, until the signal aborts. Returns
 * a function that lists these texts.
 */
export function guardFields(signal: AbortSignal): () => string[] {
  /** Fields that were written in, with what they held before. */
  const written = new Map<Field, string>();
  const before = new WeakMap<Field, string>();
  const options = { signal, capture: true };
  addEventListener('focusin', ({ target }) => isField(target) && before.set(target, target.value), options);
  addEventListener(
    'input',
    ({ target }) => {
      if (isField(target) && !written.has(target) && !isKept(target))
        written.set(target, before.get(target) ?? '');
    },
    options,
  );
  // A field without a form is stored when it is left.
  addEventListener(
    'change',
    ({ target }) => isField(target) && !target.form && written.delete(target),
    options,
  );
  addEventListener(
    'submit',
    ({ target }) => {
      for (const field of written.keys()) if (field.form === target) written.delete(field);
    },
    options,
  );
  const unsent = () => {
    for (const field of written.keys()) if (!field.isConnected) written.delete(field);
    return [...written].flatMap(([field, value]) => (field.value === value ? [] : [field.value]));
  };
  addEventListener('beforeunload', (event) => unsent().length > 0 && event.preventDefault(), { signal });
  return unsent;
}
