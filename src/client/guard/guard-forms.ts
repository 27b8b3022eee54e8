import type { Gate } from './gate.ts';

const REASON = 'a form that is submitted leaves the page. Send it with fetch';

/** Refuses forms that the browser would send to what the gate holds. The page's own handlers of `submit` still run. */
export function guardForms(gate: Gate): void {
  const refuse = (form: HTMLFormElement, submitter?: HTMLElement | null) => {
    // Not by the property: a field of the form may have its name.
    const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    gate.refuse(action || document.URL, REASON);
  };
  const check = (event: Event) => {
    try {
      if (event instanceof SubmitEvent && event.target instanceof HTMLFormElement && !event.defaultPrevented)
        refuse(event.target, event.submitter);
    } catch (error) {
      event.preventDefault();
      console.error(error);
    }
  };
  /** Before the page's own handlers, which may end the event, and behind them, which may change the form. Twice is once. */
  const watch = (root: EventTarget) => {
    root.addEventListener('submit', check, true);
    root.addEventListener('submit', check);
  };
  watch(globalThis);
  // The event does not leave a shadow tree. One that is written in HTML has its root by the time that somebody does something in it.
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function attach(this: Element, init: ShadowRootInit): ShadowRoot {
    const root = Reflect.apply(attachShadow, this, [init]);
    watch(root);
    return root;
  };
  for (const name of ['click', 'keydown']) {
    const watchTree = (event: Event) => {
      const [first] = event.composedPath();
      const root = first instanceof Node && first.getRootNode();
      if (root instanceof ShadowRoot) watch(root);
    };
    addEventListener(name, watchTree, true);
  }
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function submitForm(this: HTMLFormElement): void {
    refuse(this);
    Reflect.apply(submit, this, []);
  };
}
