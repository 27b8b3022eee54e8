export { attend } from './attention';
export { attendToAudio, audioRoom, audioScratch, storeAudio } from './audio-attention';
export { add, gelu, normalise } from './elementwise';
export { packColumns, packRows, product, quantise } from './products';
export { attendAll, attentionRoom } from './window-attention';
