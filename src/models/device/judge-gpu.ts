import type { DeviceTimes } from '../../engine/onnx/time-devices.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { isRecent } from '../../lib/is-recent.ts';
import { getGpuTiming, noteGpuTiming } from '../../storage/models/gpu-timing.ts';
import { detectCapabilities } from './capabilities.ts';

/** A GPU that gains less is not taken: the CPU has smaller numbers to compute with, and no way to and fro. */
const LEAST_GAIN = 2;
/** Then a GPU is timed anew: drivers and browsers become faster. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;

export const GPU_IS_SLOW: Message = msg`the GPU is hardly faster than the CPU`;

/** The GPU works, but gains too little. */
export class SlowGpuError extends Error {}

/** Why the GPU is not taken, if that was found out before; nothing is timed. */
export async function knownSlowGpu(): Promise<Message | undefined> {
  const gain = await rememberedGain();
  return gain !== null && gain < LEAST_GAIN ? GPU_IS_SLOW : undefined;
}

/**
 * Lets a GPU pass that is at least twice as fast as the CPU. What was timed is remembered for a month.
 *
 * @param time times the same work on both; whatever it throws is thrown
 * @throws SlowGpuError if the GPU gains less
 */
export async function judgeGpu(time: () => Promise<DeviceTimes>): Promise<void> {
  let gain = await rememberedGain();
  if (gain === null) {
    const { gpu, cpu } = await time();
    gain = cpu / Math.max(gpu, 0.001);
    const timing = { of: await timedDevice(), at: new Date().toISOString(), gain };
    await noteGpuTiming(timing).catch(console.warn);
  }
  if (gain < LEAST_GAIN) throw new SlowGpuError(`The GPU is ${gain.toFixed(1)} times as fast as the CPU.`);
}

async function rememberedGain(): Promise<number | null> {
  // The workers of a frame that is denied storage have none.
  const known = await getGpuTiming().catch(() => null);
  if (!known || known.of !== (await timedDevice())) return null;
  return isRecent(known.at, REMEMBERED_MS) ? known.gain : null;
}

async function timedDevice(): Promise<string> {
  const { webgpu, hardwareConcurrency, threading } = await detectCapabilities();
  const gpu = webgpu.supported ? webgpu.adapter : 'none';
  return JSON.stringify([gpu, hardwareConcurrency, threading.supported]);
}
