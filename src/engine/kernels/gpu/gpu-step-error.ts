/** The GPU is lost, or refused a step. */
export class GpuStepError extends Error {}
