import { actionsDone } from '../parts/user-actions.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    !['search', 'checkbox', 'radio', 'file', 'range'].includes(target.type));

/** What is looked for is lost without harm, and what says so is saved while it is written, unless another tab keeps it from that. */
const isKept = (field: Field) => field.closest('search, [data-saved]') !== null && !isUnsent(field);

/** Leaving such a field stores nothing. */
const isUnsent = (field: Field) => field.hasAttribute('data-unsent');

/** Until the signal aborts, the browser asks before unsent texts are left. Returns a function that lists them. */
export function guardFields(signal: AbortSignal): () => string[] {
  /** Fields that were written in, with what they held before. */
  const written = new Map<Field, string>();
  const before = new WeakMap<Field, string>();
  let sending = 0;
  const options = { signal, capture: true };
  addEventListener('focusin', ({ target }) => isField(target) && before.set(target, target.value), options);
  addEventListener(
    'input',
    ({ target }) => {
      if (isField(target) && !written.has(target)) written.set(target, before.get(target) ?? '');
    },
    options,
  );
  // A field without a form is stored when it is left.
  addEventListener(
    'change',
    ({ target }) => isField(target) && !target.form && !isUnsent(target) && written.delete(target),
    options,
  );
  addEventListener(
    'submit',
    ({ target }) => {
      const sent = [...written.keys()].filter(({ form }) => form === target);
      for (const field of sent) written.delete(field);
      if (sent.length === 0) return;
      sending++;
      // The form begins to be sent behind this event.
      setTimeout(async () => {
        await actionsDone();
        sending--;
      });
    },
    options,
  );
  const unsent = () => {
    for (const field of written.keys()) if (!field.isConnected) written.delete(field);
    return [...written].flatMap(([field, value]) =>
      field.value === value || isKept(field) ? [] : [field.value],
    );
  };
  addEventListener(
    'beforeunload',
    (event) => (sending > 0 || unsent().length > 0) && event.preventDefault(),
    { signal },
  );
  return unsent;
}
