import type { Gate } from './gate.ts';
import type { Realm } from './guard-frames.ts';

const REASON = 'a form that is submitted leaves the page. Send it with fetch';

/** Refuses forms of a window that the browser would send to what the gate holds. The page's own handlers of `submit` still run. */
export function guardForms(gate: Gate, realm: Realm): void {
  // Neither by its class nor by its property: a form may be one of a frame, and a field of it may have this name.
  const refuse = (form: Element, submitter?: Element | null) => {
    const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    gate.refuse(action || document.URL, REASON);
  };
  const check = (event: Event) => {
    const { target, submitter, defaultPrevented } = event as SubmitEvent;
    const form = target as Element;
    try {
      if (form.localName === 'form' && !defaultPrevented) refuse(form, submitter);
    } catch (error) {
      event.preventDefault();
      console.error(error);
    }
  };
  /** Before the page's own handlers, which may end the event, and behind them, which may change the form. Twice is once. */
  const watch = (root: Realm | ShadowRoot) => {
    root.addEventListener('submit', check, true);
    root.addEventListener('submit', check);
  };
  watch(realm);
  // The event does not leave a shadow tree. One that is written in HTML has its root by the time that somebody does something in it.
  const { attachShadow } = realm.Element.prototype;
  realm.Element.prototype.attachShadow = function attach(this: Element, init: ShadowRootInit): ShadowRoot {
    const root = Reflect.apply(attachShadow, this, [init]);
    watch(root);
    return root;
  };
  for (const name of ['click', 'keydown']) {
    const watchTree = (event: Event) => {
      const [first] = event.composedPath();
      const root = first && 'getRootNode' in first && (first as Node).getRootNode();
      if (root && 'host' in root) watch(root as ShadowRoot);
    };
    realm.addEventListener(name, watchTree, true);
  }
  const { submit } = realm.HTMLFormElement.prototype;
  realm.HTMLFormElement.prototype.submit = function submitForm(this: HTMLFormElement): void {
    refuse(this);
    Reflect.apply(submit, this, []);
  };
}
