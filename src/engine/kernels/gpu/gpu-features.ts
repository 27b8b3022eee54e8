/** What the shaders use where a device offers it. */
export interface GpuFeatures {
  /** Floats of 16 bits: the keys and values of the windows take half of the memory, and half as much is read. */
  halves: boolean;
  /** Sums over the threads that run together, without the group's memory. */
  subgroups: boolean;
}

/** @param language features of the browser's shading language */
export function featuresOf(
  { features }: GPUDevice,
  language: Pick<ReadonlySet<string>, 'has'> = navigator.gpu.wgslLanguageFeatures,
): GpuFeatures {
  return {
    halves: features.has('shader-f16'),
    // Which of its subgroups a thread is in can be asked only with the latter.
    subgroups: features.has('subgroups') && language.has('subgroup_id'),
  };
}
