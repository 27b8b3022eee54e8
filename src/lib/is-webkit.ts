/** Safari and its relatives; for faults of theirs that no feature test finds. */
export const isWebKit = (): boolean =>
  typeof navigator !== 'undefined' &&
  /AppleWebKit/.test(navigator.userAgent) &&
  !/Chrom/.test(navigator.userAgent);
