import type { Gate } from './gate.ts';
import type { Realm } from './guard-frames.ts';

const REASON = 'a form that is submitted leaves the page. Send it with fetch';

/** Whether a script reads a form now, which fires the same event as its submission. */
let isRead = false;

/** Refuses forms of a window that the browser would send to what the gate holds. The page's own handlers of `submit` still run. */
export function guardForms(gate: Gate, realm: Realm): void {
  const submitters = new WeakMap<Element, Element | null>();
  // Neither by its class nor by its property: a form may be one of a frame, and a field of it may have this name.
  const refuse = (form: Element, submitter?: Element | null) => {
    const written = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
    const action = written('action') || document.URL;
    gate.refuse(action, REASON);
    if (written('method').toLowerCase() === 'post') gate.refuseUnseen(action);
  };
  /** Runs when the browser makes the body: behind all handlers of `submit`, which may change the form and end the event. */
  const check = ({ target }: Event) => {
    const form = target as Element;
    if (isRead) return;
    try {
      refuse(form, submitters.get(form));
    } catch (error) {
      console.error(error);
      withdraw(form);
    }
  };
  const remember = (event: Event) => {
    const { target, submitter } = event as SubmitEvent;
    submitters.set(target as Element, submitter);
  };
  /** Twice is once. */
  const watch = (root: Realm | ShadowRoot) => {
    root.addEventListener('submit', remember, true);
    root.addEventListener('formdata', check, true);
  };
  watch(realm);
  // The events do not leave a shadow tree. One that is written in HTML has its root by the time that somebody does something in it.
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
    submitters.delete(this);
    refuse(this);
    Reflect.apply(submit, this, []);
  };
  realm.FormData = new Proxy(realm.FormData, {
    construct(target, given, newTarget) {
      isRead = true;
      try {
        return Reflect.construct(target, given, newTarget);
      } finally {
        isRead = false;
      }
    },
  });
  Reflect.set(realm.FormData.prototype, 'constructor', realm.FormData);
}

/** Takes a form out of its document for a moment: the browser sends none that is in no document. */
function withdraw(form: Element): void {
  const place = document.createComment('');
  Element.prototype.replaceWith.call(form, place);
  setTimeout(() => place.replaceWith(form));
}
