/** Runs in the page: the functions, methods, attributes and constructors of the browser whose names say that they take an address. */
export function namesOfInterfaces(): string[] {
  const NAMES = [
    /fetch|send|open|ur[il]|src|href|action|beacon|ping|request|import|module|register|navigat|connect|socket/i,
    /transport|worker|upload|submit|report|poster|cite|codebase|manifest|location|assign|push|share|load|eventsource|add(All)?$/i,
  ];
  const found: string[] = [];
  const note = (owner: object | null | undefined, prefix: string) => {
    for (const [key, own] of Object.entries(Object.getOwnPropertyDescriptors(owner ?? {}))) {
      const isTaking = typeof own.value === 'function' || own.set !== undefined;
      // Handlers of events take no address, and what the test's driver adds is none of the browser's.
      if (isTaking && NAMES.some((name) => name.test(key)) && !/^(on|__)/.test(key)) found.push(prefix + key);
    }
  };
  note(globalThis, '');
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    if (typeof value !== 'function' || !/^[A-Z]/.test(name)) continue;
    note(value, `${name}.`);
    note(value.prototype, `${name}.`);
  }
  return found;
}
