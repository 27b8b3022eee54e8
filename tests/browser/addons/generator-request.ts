/** The miniature language model with its weights as 32-bit floats, which are too large for the project: beside it, where they are there. */
export const EXACT_LLM = new URL('../../../../shared/models/mini/mini-llm', import.meta.url).pathname;

export interface WritingRequest {
  device: 'webgpu' | 'wasm';
  prompts: string[];
  maximumTokens: number;
}
