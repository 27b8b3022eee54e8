import type { Gate } from './gate.ts';

const REASON = 'a form that is submitted leaves the page. Send it with fetch';

/** Refuses forms that the browser would send to what the gate holds. The page's own handlers of `submit` still run. */
export function guardForms(gate: Gate): void {
  const refuse = (form: HTMLFormElement, submitter?: HTMLElement | null) => {
    // Not by the property: a field of the form may have its name.
    const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    gate.refuse(action || document.URL, REASON);
  };
  addEventListener(
    'submit',
    (event) => {
      try {
        if (event.target instanceof HTMLFormElement) refuse(event.target, event.submitter);
      } catch (error) {
        event.preventDefault();
        console.error(error);
      }
    },
    true,
  );
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function submitForm(this: HTMLFormElement): void {
    refuse(this);
    Reflect.apply(submit, this, []);
  };
}
