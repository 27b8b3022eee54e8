import { fetchUnpacked } from '../../lib/bytes/fetch-unpacked.ts';
import { sileroAddress } from './silero-address.ts';
import { type ConfigureRuntime, SileroVad } from './silero-vad.ts';

/** Loads the bundled model. Throws an Error if it cannot be fetched. */
export async function loadSileroVad(configure: ConfigureRuntime): Promise<SileroVad> {
  SileroVad.prepare(configure);
  return SileroVad.open(await fetchUnpacked(sileroAddress()), configure);
}
