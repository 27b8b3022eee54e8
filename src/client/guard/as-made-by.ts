/** Gives a replacement of a browser's object the members of the page's class that extends the browser's. */
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
