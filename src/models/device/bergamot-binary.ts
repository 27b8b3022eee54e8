import binary from '@browsermt/bergamot-translator/worker/bergamot-translator-worker.wasm?url';
import { appAddress } from '../../lib/addresses/app-origin.ts';
import { fetchUnpacked } from '../../lib/bytes/fetch-unpacked.ts';

/** The WebAssembly of the engine for Mozilla's translation models, 5 MB. Throws Error if it cannot be had. */
export const fetchBergamot = (): Promise<Uint8Array<ArrayBuffer>> => fetchUnpacked(appAddress(binary));
