/**
 * A model's output without its `<think>` part: Qwen3 writes its thoughts before the answer; the part is still open
 * while it thinks.
 */
export function withoutThoughts(text: string): string {
  return text
    .replaceAll(/<think>.*?(?:<\/think>|$)/gsu, '')
    .replace(/^.*<\/think>/su, '')
    .trim();
}
