/** What is made of the first item of which anything is; null if nothing is made of any. Later items are not looked at. */
export function firstMade<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made | null | undefined,
): Made | null {
  for (const item of items) {
    const made = make(item);
    if (made !== null && made !== undefined) return made;
  }
  return null;
}
