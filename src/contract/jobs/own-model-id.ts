/** As a preferred model: whichever of the user's own serves best. Their ids have other characters. */
export const ANY_OWN = '*own*';

/** The id of a user's own model: its folder's name in the characters of an id. */
export function ownModelId(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return plain || 'model';
}
