/** A window of this page's origin. */
export type Realm = Window & typeof globalThis;

/** What the types of the DOM lack. */
interface Besides {
  documentPictureInPicture?: { requestWindow(...given: unknown[]): Promise<Realm> };
}

const GUARDED = Symbol('earshot-guarded');
const SENDERS = [
  'fetch',
  'fetchLater',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'Worker',
  'SharedWorker',
];

/**
 * Lends this page's guarded functions to frames and windows without an address of their own, such as `about:blank`. Pages write scripts into
 * them, or take functions from them that nobody has wrapped. No service worker sees their connections and forms, nor, in Chromium, anything
 * that they send.
 *
 * @param guardForms refuses the forms of a window
 */
export function guardFrames(guardForms: (realm: Realm) => void): void {
  // As they are now: a page may wrap its own, and call a frame's within.
  const lent = new Map(SENDERS.map((name) => [name, Reflect.get(globalThis, name) as unknown]));
  const sendBeacon = navigator.sendBeacon.bind(navigator);

  function guard(realm: Realm): void {
    /** One that was navigated may keep its window, and resolves addresses otherwise. */
    const isBare = () => realm.document.baseURI === document.baseURI;
    if (Reflect.has(realm, GUARDED) || !isBare()) return;
    Object.defineProperty(realm, GUARDED, { value: true });
    for (const [name, value] of lent) lend(realm, name, value, isBare);
    lend(realm.Navigator.prototype, 'sendBeacon', sendBeacon, isBare);
    guardForms(realm);
    watch(realm);
  }

  /** Guards a window before anybody gets it. */
  function reach(realm: Realm | null): void {
    try {
      if (realm) guard(realm);
    } catch {
      // It is of another origin.
    }
  }

  function watch(realm: Realm): void {
    for (const owner of [realm.HTMLIFrameElement, realm.HTMLFrameElement, realm.HTMLObjectElement]) {
      intercept(owner.prototype, 'contentWindow', reach);
      intercept(owner.prototype, 'contentDocument', (found) =>
        reach(found && Reflect.get(found, 'defaultView')),
      );
    }
    const { documentPictureInPicture: beside, open } = realm as Realm & Besides;
    if (beside) {
      const request = beside.requestWindow.bind(beside);
      beside.requestWindow = async (...given) => {
        const opened = await request(...given);
        reach(opened);
        return opened;
      };
    }
    realm.open = (...given) => {
      const opened = open(...given);
      reach(opened as Realm | null);
      return opened;
    };
  }

  watch(window);
  // Some are reached by their number or name alone.
  const frames = document.getElementsByTagName('iframe');
  new MutationObserver(() => {
    for (const { contentWindow } of frames) void contentWindow;
  }).observe(document, { childList: true, subtree: true });
}

/** Has a property be what is lent as long as a condition holds. */
function lend(owner: object, name: string, lent: unknown, isLent: () => boolean): void {
  const own: unknown = Reflect.get(owner, name);
  if (own === undefined) return;
  Object.defineProperty(owner, name, {
    configurable: true,
    get: () => (isLent() ? lent : own),
    set: (value) => Object.defineProperty(owner, name, { value, writable: true }),
  });
}

/** Has a getter tell what it finds. */
function intercept(owner: object, name: string, tell: (found: Realm | null) => void): void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  const get = own?.get;
  if (!get) return;
  Object.defineProperty(owner, name, {
    ...own,
    get() {
      const found: Realm | null = Reflect.apply(get, this, []);
      tell(found);
      return found;
    },
  });
}
