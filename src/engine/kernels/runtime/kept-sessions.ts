import type { Device } from '../../onnx/device.ts';
import { handleOf, KeptSession } from './kept-session.ts';
import { floatTensorFor, type OrtSession, type OrtTensor, readFloats } from './onnx-sessions.ts';
import { capturedRuntime } from './runtime-capture.ts';
import { RuntimeMemory } from './runtime-memory.ts';

/**
 * An encoder and its decoder on the CPU with all that goes from one run into the next kept in the runtime's memory; null if
 * that memory is out of reach.
 *
 * @param encoderDevice where the encoder runs: from the GPU, its output comes once, not at each step of the decoder
 */
export function keptSessions(
  encoder: OrtSession,
  decoder: OrtSession,
  encoderDevice: Device,
): { encoder: OrtSession; decoder: OrtSession } | null {
  const runtime = capturedRuntime();
  if (!runtime || handleOf(encoder) === null || handleOf(decoder) === null) return null;
  const memory = new RuntimeMemory(runtime);
  return {
    encoder:
      encoderDevice === 'wasm'
        ? new KeptSession(encoder, memory, () => true)
        : withStoredOutput(encoder, decoder, memory),
    decoder: new KeptSession(decoder, memory, (output) => output.startsWith('present.')),
  };
}

/** Sessions on the CPU whose outputs remain in the runtime's memory; the sessions themselves if it is out of reach. */
export function keptTogether(sessions: readonly OrtSession[]): readonly OrtSession[] {
  const runtime = capturedRuntime();
  if (!runtime || sessions.some((session) => handleOf(session) === null)) return sessions;
  const memory = new RuntimeMemory(runtime);
  return sessions.map((session) => new KeptSession(session, memory, () => true));
}

/** An encoder on the GPU whose output is put where the decoder takes it from, as the numbers that the decoder takes. */
function withStoredOutput(encoder: OrtSession, decoder: OrtSession, memory: RuntimeMemory): OrtSession {
  const { inputNames, outputNames, inputMetadata } = encoder;
  return {
    inputNames,
    outputNames,
    inputMetadata,
    release: () => encoder.release(),
    async run(feeds, outputs) {
      const stored: Record<string, OrtTensor> = {};
      for (const [name, tensor] of Object.entries(await encoder.run(feeds, outputs))) {
        const numbers = await readFloats(tensor);
        stored[name] = await memory.store(
          floatTensorFor(decoder, 'encoder_hidden_states', numbers, [...tensor.dims]),
        );
        tensor.dispose();
      }
      return stored;
    },
  };
}
