/** Numbers from 0 up to 1. */
export type Random = () => number;

export function oneOf<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

export const between = (least: number, most: number, random: Random) => least + random() * (most - least);
