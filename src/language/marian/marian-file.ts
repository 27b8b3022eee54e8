/** Numbers of 64 bits at the beginning: the format's version and how many tensors there are, then four for each of them. */
const VERSION = 1n;
const MOST_TENSORS = 10_000n;
const WORD = 8;
const TENSOR_WORDS = 4;

/**
 * Whether a model's file has the length that its header says: the engine trusts it, and reads what is behind a file that was cut off.
 *
 * Format: marian-dev, `src/common/binary.cpp`.
 */
export function isWholeMarianFile(bytes: ArrayBuffer): boolean {
  const view = new DataView(bytes);
  const word = (index: number) =>
    (index + 1) * WORD <= bytes.byteLength ? view.getBigUint64(index * WORD, true) : MOST_TENSORS + 1n;
  const tensors = word(1);
  if (word(0) !== VERSION || tensors > MOST_TENSORS) return false;
  let data = 0n;
  let names = 0n;
  for (let tensor = 0; tensor < tensors; tensor++) {
    const at = 2 + tensor * TENSOR_WORDS;
    // Its name, its shape in numbers of 32 bits, its values.
    names += word(at) + 4n * word(at + 2);
    data += word(at + 3);
  }
  const padding = (2n + tensors * BigInt(TENSOR_WORDS)) * BigInt(WORD) + names;
  if (padding + BigInt(WORD) > bytes.byteLength) return false;
  const before = padding + BigInt(WORD) + view.getBigUint64(Number(padding), true);
  return BigInt(bytes.byteLength) >= before + data;
}
