import entities from '../vocabulary/entities.json' with { type: 'json' };

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries(entities.characters));

/** A program may write them in capitals. */
const named = (name: string): string | undefined => NAMED.get(name) ?? NAMED.get(name.toLowerCase());

/** A text with the references of HTML, XML and WebVTT resolved; others stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(
    /&(?:([a-z][a-z\d]{1,7})|#(\d{1,7})|#x([\da-f]{1,6}));/giu,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return named(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
