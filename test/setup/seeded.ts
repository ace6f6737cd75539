import * as fc from 'fast-check';

/**
 * The same cases each time, so that a red run is red again. SLUICE_SEED=random (or a number) looks at others:
 * what it finds prints its seed, and becomes an example of its own.
 */
const asked = process.env['SLUICE_SEED'];
const seed = asked === 'random' ? Date.now() : Number(asked ?? 20_261_123);
if (!Number.isSafeInteger(seed)) throw new Error(`SLUICE_SEED is "random" or a whole number, not "${asked}"`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seed | 0 });
