/** How much work recognition does for fewer errors. */
export const QUALITIES = ['fast', 'careful'] as const;

export type Quality = (typeof QUALITIES)[number];
