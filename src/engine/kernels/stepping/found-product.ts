import { OtherGraphError } from '../graphs/other-graph-error.ts';
import type { ByteProduct } from './decoder-layout.ts';

/** A product in the graph. */
export interface FoundProduct extends ByteProduct {
  /** What is multiplied, before it becomes bytes. */
  from: string;
}

export interface Attention {
  query: ByteProduct;
  keys: string;
  values: string;
}

export function times<Product extends ByteProduct>(product: Product, by: number): Product {
  if (by === 1) return product;
  const scaled = (values: Float32Array) => values.map((value) => value * by);
  return { ...product, scales: scaled(product.scales), bias: product.bias && scaled(product.bias) };
}

/** One value for each column, where one represents all. */
export function filled(values: Float32Array, count: number): Float32Array {
  if (values.length === count) return values;
  if (values.length !== 1) throw new OtherGraphError('scales');
  return new Float32Array(count).fill(values[0] ?? 0);
}
