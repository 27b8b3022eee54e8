import { seededRandom } from '../../../src/lib/seeded-random.ts';

/** Reproducible random choices: the same for the same seed on every machine. */
export class Chance {
  /** 0 to 1, exclusive. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed);
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  oneOf<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => String(this.between(0, 9))).join('');
  }

  letters(count: number): string {
    return Array.from({ length: count }, () => this.oneOf([...'ABCDEFGHJKLMNPRSTUVWXYZ'])).join('');
  }
}
