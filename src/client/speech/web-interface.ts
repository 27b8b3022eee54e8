type Class = (abstract new (...given: never[]) => object) & { readonly prototype: object };

/** The values of attributes. They are not the objects' own properties, as in browsers. */
const kept = new WeakMap<object, Record<string, unknown>>();

/** Sets attributes of an object, also those that are read-only to pages. */
export function setAttributes<Target extends object>(target: Target, values: Partial<Target>): void {
  kept.set(target, { ...kept.get(target), ...values });
}

/** Gives an object entries by number: `list[0]`, `list.item(0)`, and in a loop. */
export function setEntries(list: object, entries: readonly object[]): void {
  setAttributes<{ length: number }>(Object.assign(list, entries), { length: entries.length });
}

const NUMBERED = {
  item(this: Record<number, unknown>, index: number) {
    if (!kept.has(this)) throw new TypeError('Illegal invocation');
    return this[index] ?? null;
  },
  [Symbol.iterator]: Array.prototype.values,
};

/**
 * Gives a class the form that interfaces have in browsers (Web IDL): its name, its attributes on the prototype, and operations that can be
 * listed and want all their parameters.
 *
 * @param fixed attributes that a page cannot set
 */
export function formInterface(of: Class, name: string, fixed: string[], free: string[] = []): void {
  Object.defineProperty(of, 'name', { value: name });
  const { prototype } = of;
  if (fixed.includes('length'))
    Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(NUMBERED));
  for (const [key, member] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const listed = typeof member.value === 'function' ? { value: operation(key, member.value) } : {};
    if (key !== 'constructor') Object.defineProperty(prototype, key, { enumerable: true, ...listed });
  }
  for (const key of Object.getOwnPropertyNames(of))
    if (!['length', 'name', 'prototype'].includes(key)) Object.defineProperty(of, key, { enumerable: true });
  for (const key of [...fixed, ...free])
    Object.defineProperty(prototype, key, attribute(key, fixed.includes(key)));
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
}

/** Such an interface of which pages make no objects. */
export function withoutConstructor(of: Class): Class {
  Object.defineProperty(of, 'length', { value: 0 });
  const shown = new Proxy(of, {
    construct() {
      throw new TypeError('Illegal constructor');
    },
  });
  Object.defineProperty(of.prototype, 'constructor', { value: shown });
  return shown;
}

function operation(key: string, method: (...given: unknown[]) => unknown): unknown {
  const { length } = method;
  const checked: Record<string, unknown> = {
    [key](...given: unknown[]) {
      if (given.length < length) throw new TypeError(`${key} needs ${length} parameters.`);
      return Reflect.apply(method, this, given);
    },
  };
  return Object.defineProperty(checked[key], 'length', { value: length });
}

function attribute(key: string, isFixed: boolean): PropertyDescriptor {
  const valuesOf = (target: object) => {
    const values = kept.get(target);
    if (!values || !(key in values)) throw new TypeError('Illegal invocation');
    return values;
  };
  const both: object = {
    get [key]() {
      return valuesOf(this)[key];
    },
    set [key](given: unknown) {
      const values = valuesOf(this);
      values[key] = asBefore(values[key], given);
    },
  };
  const property = Object.getOwnPropertyDescriptor(both, key);
  return { ...property, ...(isFixed && { set: undefined }) };
}

/** What a page sets, in the type that the attribute has. */
function asBefore(before: unknown, given: unknown): unknown {
  if (typeof before === 'string') return `${given}`;
  if (typeof before === 'number') return Number(given) || 0;
  if (typeof before === 'boolean') return Boolean(given);
  if (before instanceof Object && given instanceof before.constructor) return given;
  throw new TypeError('The attribute has another type.');
}
