import type { WhisperConfig } from '../../asr/whisper/whisper-config.ts';
import type { DecoderLayout } from '../stepping/decoder-layout.ts';
import type { AudioProducts } from '../stepping/find-decoder-layout.ts';
import { GpuStepDecoder } from './gpu-step-decoder.ts';
import { GpuTexts } from './gpu-texts.ts';

/** Texts at once, and rows for a search beside them; less where the GPU has too little memory. */
const ROOMS = [
  { texts: 8, branches: 8 },
  { texts: 4, branches: 2 },
  { texts: 2, branches: 2 },
  { texts: 1, branches: 2 },
] as const;

export interface GpuTextsOptions {
  device: GPUDevice;
  layout: DecoderLayout;
  audio: readonly AudioProducts[];
  config: WhisperConfig;
}

/** A decoder on the GPU with as many texts at once as it has room for. Null if it cannot be: the reason is logged. */
export async function openGpuTexts(options: GpuTextsOptions): Promise<GpuTexts | null> {
  let reason: unknown;
  for (const { texts, branches } of ROOMS) {
    try {
      const decoder = await GpuStepDecoder.open({ ...options, rows: texts + branches, windows: texts });
      return new GpuTexts(decoder, branches, options.config.firstTimestampToken);
    } catch (error) {
      reason = error;
      if (!(error instanceof RangeError)) break;
    }
  }
  console.error(reason);
  return null;
}
