import type { Gate } from './gate.ts';
import { meant } from './natives.ts';
import type { Realm } from './realm.ts';

const REASON = 'a form that is submitted leaves the page. Send it with fetch';

export interface FormGuard {
  /** Refuses what scripts send by the functions of a window. */
  patch(realm: Realm): void;
  /** Refuses what is sent within a window, or within a tree of its own. Twice is once. */
  watch(root: Realm | Node): void;
}

/** Whether a script reads a form now, which fires the same event as its submission. */
let isRead = false;

/**
 * Refuses forms that the browser would send to what the gate holds. The page's own handlers of `submit` still run. So it does with scripts
 * in the addresses of forms and links, where they would run in a window that is not guarded yet.
 */
export function guardForms(gate: Gate): FormGuard {
  const submitters = new WeakMap<Element, Element | null>();
  const { getAttribute, replaceWith } = Element.prototype;
  // Neither by its class nor by its property: a form may be one of a frame, and a field of it may have this name.
  const read = (element: Element, name: string): string | null =>
    Reflect.apply(getAttribute, element, [name]);

  const written = (form: Element, submitter: Element | null | undefined, name: string): string =>
    (submitter && read(submitter, `form${name}`)) ?? read(form, name) ?? '';

  const refuse = (form: Element, submitter?: Element | null) => {
    const url = meant(written(form, submitter, 'action') || location.href, form);
    if (!url) return;
    gate.refuse(url, REASON);
    gate.refuseScript(url, written(form, submitter, 'target'));
    if (written(form, submitter, 'method').toLowerCase() === 'post') gate.announceForm(url);
  };
  const judge = (form: Element, prevent: () => void, act = () => refuse(form, submitters.get(form))) => {
    try {
      act();
    } catch (error) {
      console.error(error);
      prevent();
    }
  };
  /** Runs behind all handlers but those of the window. */
  const checkSubmit = (event: Event) => {
    const form = event.target as Element;
    if (event.defaultPrevented) return;
    judge(form, () => event.preventDefault());
  };
  /** The event of a body that the browser makes, behind all handlers of `submit`, which may change the form and end the event. */
  const isBody = ({ type }: Event) => type === 'formdata' && !isRead && gate.isSetUp();
  /** Has its body checked behind all other handlers: each may change the form, or add to the body. */
  const checkLast = (event: Event) => {
    if (isBody(event)) event.currentTarget?.addEventListener('formdata', checkBody, { once: true });
  };
  const checkBody = (event: Event) => {
    const { target, formData } = event as FormDataEvent;
    const form = target as Element;
    judge(form, () => {
      withdraw(form);
      if (opensWindow(form)) confine(form.ownerDocument);
      for (const name of [...formData.keys()]) formData.delete(name);
    });
  };
  /** Takes a form out of its document for a moment: the browser sends none that is in no document. */
  const withdraw = (form: Element) => {
    const place = new Comment();
    Reflect.apply(replaceWith, form, [place]);
    setTimeout(() => place.replaceWith(form));
  };
  const opensWindow = (form: Element): boolean =>
    !/^(_self|_parent|_top)?$/i.test(
      written(form, submitters.get(form), 'target') ||
        (form.ownerDocument.querySelector('base')?.target ?? ''),
    );
  /** Chromium sends a withdrawn form to a new window all the same. What it obeys is a policy, which remains until the page is loaded anew. */
  const confine = (page: Document) => {
    const policy = page.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "form-action 'self'";
    page.head.append(policy);
    policy.remove();
    console.error('No form of this page can leave its site until the page is loaded anew.');
  };
  const remember = (event: Event) => {
    const { target, submitter } = event as SubmitEvent;
    submitters.set(target as Element, submitter);
  };
  const follow = (event: Event) => {
    for (const node of event.composedPath()) {
      if (!('localName' in node) || !/^(a|area)$/.test(String(node.localName))) continue;
      const link = node as Element;
      const name = link.hasAttribute('href') ? 'href' : 'xlink:href';
      const address = read(link, name) ?? '';
      const url = meant(address, link);
      if (!url) continue;
      const prevent = () => {
        event.preventDefault();
        if (event.defaultPrevented) return;
        // The event of a script need not be one that can be prevented.
        link.removeAttribute(name);
        setTimeout(() => link.setAttribute(name, address));
      };
      judge(link, prevent, () => gate.refuseScript(url, read(link, 'target') ?? ''));
    }
  };
  /** Events do not leave a shadow tree. One that is written in HTML has its root by the time that somebody does something in it. */
  const watchTree = (event: Event) => {
    const [first] = event.composedPath();
    const root = first && 'getRootNode' in first && (first as Node).getRootNode();
    if (root && 'host' in root) watch(root);
  };
  const watch = (root: Realm | Node) => {
    root.addEventListener('submit', remember, true);
    root.addEventListener('submit', checkSubmit);
    root.addEventListener('formdata', checkLast, true);
    root.addEventListener('click', follow, true);
    root.addEventListener('click', watchTree, true);
    root.addEventListener('keydown', watchTree, true);
  };

  function patch(realm: Realm): void {
    const { submit } = realm.HTMLFormElement.prototype;
    realm.HTMLFormElement.prototype.submit = function submitForm(this: HTMLFormElement): void {
      submitters.delete(this);
      refuse(this);
      Reflect.apply(submit, this, []);
    };
    const { stopPropagation, stopImmediatePropagation } = realm.Event.prototype;
    Object.assign(realm.Event.prototype, {
      stopPropagation(this: Event) {
        if (!isBody(this)) Reflect.apply(stopPropagation, this, []);
      },
      stopImmediatePropagation(this: Event) {
        if (!isBody(this)) Reflect.apply(stopImmediatePropagation, this, []);
      },
    });
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
    // A link need not be in a document, whose events go nowhere else.
    const { click } = realm.HTMLElement.prototype;
    realm.HTMLElement.prototype.click = function clickElement(this: HTMLElement): void {
      watchLoose(this);
      Reflect.apply(click, this, []);
    };
    const { dispatchEvent } = realm.EventTarget.prototype;
    realm.EventTarget.prototype.dispatchEvent = function dispatch(this: EventTarget, event): boolean {
      watchLoose(this);
      return Reflect.apply(dispatchEvent, this, [event]);
    };
  }
  const watchLoose = (target: EventTarget | undefined) => {
    if (target && 'isConnected' in target && !target.isConnected) watch((target as Node).getRootNode());
  };

  return { patch, watch };
}
