/** A function that makes what it returns once for the same texts. */
export function memoised<Given extends readonly (string | undefined)[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  const made = new Map<string, { own: Made }>();
  return (...given) => {
    const key = given.join('\n');
    const known = made.get(key) ?? { own: make(...given) };
    made.set(key, known);
    return known.own;
  };
}

/** The same for an object, for as long as it is in use. */
export function memoisedFor<Given extends object, Made>(
  make: (given: Given) => Made,
): (given: Given) => Made {
  const made = new WeakMap<Given, { own: Made }>();
  return (given) => {
    const known = made.get(given) ?? { own: make(given) };
    made.set(given, known);
    return known.own;
  };
}
