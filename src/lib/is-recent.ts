/** Whether a moment is less than so many milliseconds away. Either way: after the clock was put back, it lies ahead. */
export const isRecent = (at: string, ms: number): boolean => Math.abs(Date.now() - Date.parse(at)) < ms;
