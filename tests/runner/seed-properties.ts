import fc from 'fast-check';

/**
 * Property tests try the same cases in every run, so that failures come from changes. `PROPERTY_SEED=random` tries
 * new ones, and a number repeats the run that printed it.
 */
const asked = process.env.PROPERTY_SEED;
if (asked !== 'random') fc.configureGlobal({ seed: asked === undefined ? 20_260_101 : Number(asked) });
