/**
 * Gives an object that replaces one of the browser's the members of the class that the page has made it by: one that extends the
 * browser's.
 */
export function asMadeBy(newTarget: object, native: object, object: object): void {
  const own: object = Object.getPrototypeOf(object);
  const withMembers = (prototype: unknown): object =>
    prototype instanceof Object && prototype !== native
      ? Object.create(
          withMembers(Object.getPrototypeOf(prototype)),
          Object.getOwnPropertyDescriptors(prototype),
        )
      : own;
  const made: unknown = Reflect.get(newTarget, 'prototype');
  if (made !== native) Object.setPrototypeOf(object, withMembers(made));
}
