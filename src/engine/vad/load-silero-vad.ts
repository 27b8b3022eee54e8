import { sileroAddress } from './silero-address.ts';
import { type ConfigureRuntime, SileroVad } from './silero-vad.ts';

/** Loads the bundled model. Throws an Error if it cannot be fetched. */
export async function loadSileroVad(configure: ConfigureRuntime): Promise<SileroVad> {
  SileroVad.prepare(configure);
  const response = await fetch(sileroAddress());
  if (!response.ok) throw new Error(`The voice activity model could not be loaded (${response.status}).`);
  return SileroVad.open(new Uint8Array(await response.arrayBuffer()), configure);
}
