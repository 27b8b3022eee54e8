export { attend } from './attention';
export { add, gelu, normalise, scale } from './elementwise';
export { packColumns, packRows, product, quantise } from './products';
export { attendAll, attentionRoom } from './window-attention';
