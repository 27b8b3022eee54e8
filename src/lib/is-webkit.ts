/** Safari and its relatives; for faults of theirs that no feature test finds. */
export const isWebKit = (): boolean =>
  /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);
