/** More texts than a file has names, and few enough for a worker's memory. */
const MOST = 5000;

/** A function that makes what it returns once for the same texts, as long as there are few. */
export function memoised<Given extends readonly (string | undefined)[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  const made = new Map<string, { own: Made }>();
  return (...given) => {
    const key = given.join('\n');
    const known = made.get(key);
    if (known) return known.own;
    if (made.size >= MOST) made.clear();
    const own = make(...given);
    made.set(key, { own });
    return own;
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
