/** Trusted Types, which some browsers support and TypeScript does not describe. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string | null }): unknown;
}

declare global {
  var trustedTypes: PolicyFactory | undefined;
}

/**
 * Lets the scripts of this page start workers from its own origin, and from blobs where the content policy permits
 * them. Texts that would become markup or code remain forbidden where the browser supports Trusted Types. Call once,
 * before the first worker.
 */
export function trustOwnScripts(): void {
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => {
      const { origin, protocol } = new URL(address, document.baseURI);
      return origin === location.origin || protocol === 'blob:' ? address : null;
    },
  });
}
