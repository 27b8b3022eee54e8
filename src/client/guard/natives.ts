const { trustedTypes } = globalThis as { trustedTypes?: { isScriptURL(value: unknown): boolean } };

/** A getter of the browser as it was at first: a page may define a property of the same name on an object, a class or a form. */
function getter<Value>(prototype: object, name: string): (of: unknown) => Value {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  return (of) => Reflect.apply(get as () => Value, of, []);
}

const baseUriOf = getter<string>(Node.prototype, 'baseURI');
const urlOf = getter<string>(Request.prototype, 'url');

/** What an address means in a document; null if it means nothing. */
export function meant(address: string | URL, node: Node = document): URL | null {
  const base = baseUriOf(node);
  return URL.canParse(address, base) ? new URL(address, base) : null;
}

/** The text of an object, read once: it may have another one the next time. What the page's policy has made a script's address does not. */
export const readOnce = (input: unknown): string =>
  trustedTypes?.isScriptURL(input) ? (input as string) : String(input);

/** The same of what `fetch` and its like take, with the address that it means. A request keeps its own. */
export function readTarget(input: unknown): { address: string; same: unknown } {
  try {
    return { address: urlOf(input), same: input };
  } catch {
    const address = String(input);
    return { address, same: address };
  }
}
