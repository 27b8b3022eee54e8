import type { Realm } from './realm.ts';

/** Methods and properties by which scripts put elements into a document. */
const INSERTING =
  /^(append|prepend|insert|surround|before|after|replace|move|setHTML|body|exec|open|write)|(inn|out)erHTML/;

/** Calls `done` right after scripts may have put an element into a document, with the object of the method. */
export function afterInsertions(realm: Realm, done: (owner: unknown) => void): void {
  const { Node, Element, CharacterData, Document, DocumentFragment, Range } = realm;
  for (const { prototype } of [Node, Element, CharacterData, Document, DocumentFragment, Range]) {
    for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      const kind = own.set ? 'set' : 'value';
      const native: unknown = own[kind];
      if (typeof native !== 'function' || !INSERTING.test(name)) continue;
      const inserting = function inserting(this: unknown, ...given: unknown[]): unknown {
        try {
          return Reflect.apply(native, this, given);
        } finally {
          done(this);
        }
      };
      Object.defineProperty(prototype, name, { ...own, [kind]: inserting });
    }
  }
}
