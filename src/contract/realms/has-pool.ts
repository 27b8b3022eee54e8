/** Whether this build has the pool: `VITE_POOL=off npm run build` leaves it out. */
export const HAS_POOL: boolean = import.meta.env.VITE_POOL !== 'off';
