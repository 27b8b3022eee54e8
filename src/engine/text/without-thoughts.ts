/** What a model wrote without its `<think>` part: Qwen3 puts its thoughts before the answer, open while it still thinks. */
export function withoutThoughts(text: string): string {
  return text
    .replaceAll(/<think>.*?(?:<\/think>|$)/gsu, '')
    .replace(/^.*<\/think>/su, '')
    .trim();
}
