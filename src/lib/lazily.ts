/**
 * A client whose methods load it when the first of them is called.
 *
 * @param own methods that need no loading; all others must be asynchronous
 */
export const lazily = <Client extends object>(
  load: () => Promise<Client>,
  own: Partial<Client> = {},
): Client =>
  new Proxy(own as Client, {
    get: (known, name) =>
      Reflect.get(known, name) ??
      // No promise may take it for another one.
      (name === 'then'
        ? undefined
        : async (...given: unknown[]) => {
            const client = await load();
            return Reflect.apply(Reflect.get(client, name) as () => unknown, client, given as []);
          }),
  });
