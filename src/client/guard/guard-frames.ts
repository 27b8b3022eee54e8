import type { Gate } from './gate.ts';
import type { FormGuard } from './guard-forms.ts';
import { afterInsertions } from './insertions.ts';
import { lendSenders } from './lend.ts';
import { meant } from './natives.ts';
import type { Realm } from './realm.ts';

/** What the types of the DOM lack. */
interface Besides {
  documentPictureInPicture?: { requestWindow(...given: unknown[]): Promise<Realm> };
}

const GUARDED = Symbol();
/** How often a window is looked at that may get another document, at least 4 ms apart. */
const LOOKS = 1_000;

/**
 * Lends this page's guarded functions to frames and windows without an address of their own, such as `about:blank`. Pages write scripts into
 * them, or take functions from them that nobody has wrapped. No service worker sees their connections and forms, nor, in Chromium, anything
 * that they send.
 */
export function guardFrames(gate: Gate, forms: FormGuard): void {
  const lend = lendSenders();
  const documents = new WeakSet<Document>();
  /** Windows of frames that scripts can reach by a number. */
  const seen = new WeakSet<Window>();
  const watched = new Set<Realm>();

  function guard(realm: Realm): void {
    // One that a page opens again has the page's address then.
    const isBare = () => documents.has(realm.document) || !/^http/.test(realm.location.href);
    if (!isBare()) return;
    // A window may keep its functions when it gets another document.
    if (!Reflect.has(realm, GUARDED)) {
      Object.defineProperty(realm, GUARDED, { value: true });
      lend(realm, isBare);
      patch(realm);
    }
    const { document: made } = realm;
    if (documents.has(made)) return;
    documents.add(made);
    if (gate.isSetUp()) confine(made);
    observe(realm);
    sweep();
  }

  /** Guards a window before anybody gets it. */
  function reach(realm: Realm | null): void {
    try {
      if (realm) guard(realm);
    } catch {
      // It is of another origin.
    }
  }

  /** Guards frames that are reached by their number or name alone. */
  function sweep(isAgain = false): void {
    for (const realm of watched) {
      if (realm.closed) watched.delete(realm);
      for (let index = 0; index < realm.length; index++) {
        const made = realm[index] as Realm;
        if (seen.has(made) && !isAgain) continue;
        seen.add(made);
        reach(made);
      }
    }
  }

  /** Guards a window again that is about to get another document, as soon as it has it. */
  function follow(realm: Realm): void {
    let left = LOOKS;
    const { document: last } = realm;
    const look = () => {
      try {
        if (realm.document !== last) guard(realm);
        else if (left-- > 0 && !realm.closed) setTimeout(look);
      } catch {
        // It is of another origin now.
      }
    };
    setTimeout(look);
  }

  /** Its getter guards what it finds. */
  const reachOwned = (owner: object): void => Reflect.get(owner, 'contentWindow');
  const added = new MutationObserver(() => sweep());
  const addedInTree = new MutationObserver((records) => {
    for (const { target } of records)
      for (const owner of (target as Element).querySelectorAll('iframe,object')) reachOwned(owner);
  });
  const loaded = ({ target }: Event) => {
    if (!/^(i?frame|object|embed)$/.test((target as Element).localName)) return;
    reachOwned(target as Element);
    sweep(true);
  };
  const hidden = ({ currentTarget }: Event) => follow(currentTarget as Realm);

  /** Adds the listeners of a document, which loses them when it is opened again. */
  function observe(realm: Realm): void {
    watched.add(realm);
    forms.watch(realm);
    realm.document.addEventListener('load', loaded, true);
    added.observe(realm.document, { childList: true, subtree: true });
    if (realm !== window) realm.addEventListener('pagehide', hidden);
  }

  function patch(realm: Realm): void {
    forms.patch(realm);
    for (const owner of [realm.HTMLIFrameElement, realm.HTMLFrameElement, realm.HTMLObjectElement]) {
      intercept(owner.prototype, 'contentWindow', reach);
      intercept(owner.prototype, 'contentDocument', (found) =>
        reach(found && Reflect.get(found, 'defaultView')),
      );
    }
    const { documentPictureInPicture: beside, open } = realm as Realm & Besides;
    if (beside) {
      const { requestWindow } = beside;
      beside.requestWindow = async (...given) => {
        const opened = await Reflect.apply(requestWindow, beside, given);
        reach(opened);
        return opened;
      };
    }
    realm.open = (input = '', ...others) => {
      const address = String(input);
      // A script in an address runs in the window, which must be guarded before.
      const isScript = meant(address)?.protocol === 'javascript:';
      const opened = open(isScript ? '' : address, ...others) as Realm | null;
      if (!opened) return opened;
      try {
        guard(opened);
        follow(opened);
        if (isScript) opened.location.href = address;
      } catch {
        // It is of another origin, where no script runs.
      }
      return opened;
    };
    afterInsertions(realm, (owner) => {
      const view = (owner as Partial<Document>).defaultView as Realm | null | undefined;
      if (view && watched.has(view)) observe(view);
      sweep();
    });
    const { attachShadow } = realm.Element.prototype;
    realm.Element.prototype.attachShadow = function attach(this: Element, init: ShadowRootInit): ShadowRoot {
      const root = Reflect.apply(attachShadow, this, [init]);
      forms.watch(root);
      addedInTree.observe(root, { childList: true, subtree: true });
      return root;
    };
  }

  patch(window);
  observe(window);
}

/** Denies a document connections of its own; documents that its scripts make in its place have the same policy. */
function confine(made: Document): void {
  const policy = made.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "connect-src 'none'; worker-src 'none'";
  (made.head ?? made.documentElement)?.append(policy);
  policy.remove();
}

/** Reports what a getter finds. */
function intercept(owner: object, name: string, onFound: (found: Realm | null) => void): void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  const get = own?.get;
  if (!get) return;
  Object.defineProperty(owner, name, {
    ...own,
    get() {
      const found: Realm | null = Reflect.apply(get, this, []);
      onFound(found);
      return found;
    },
  });
}
