/** Whether a moment is less than so many milliseconds away. Either way: after the clock was put back, it is ahead. */
export const isRecent = (at: string, ms: number): boolean => Math.abs(Date.now() - Date.parse(at)) < ms;
