import table from './chinese-script.json' with { type: 'json' };

const SIMPLIFIED: ReadonlyMap<string, string> = (() => {
  const simplified = [...table.simplified];
  return new Map(
    [...table.traditional].map((character, index) => [character, simplified[index] ?? character]),
  );
})();

/**
 * Chinese in simplified characters: recognisers write now these, now traditional ones, and a recording keeps one script.
 * Every character remains one, so offsets remain what they are.
 */
export const simplifyChinese = (text: string): string =>
  text.replaceAll(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);
