/** Where a run of all stages of `npm test` leaves how many seconds it took. */
export const RUN_FILE = '.cache/reports/run.json';
