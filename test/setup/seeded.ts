import * as fc from 'fast-check';

/**
 * Every run uses the same cases, so that a failure can be repeated. SLUICE_SEED=random (or a number) tries
 * others. A failure prints its seed, and becomes an example of its own.
 */
const asked = process.env['SLUICE_SEED'];
const seed = asked === 'random' ? Date.now() : Number(asked ?? 20_261_123);
if (!Number.isSafeInteger(seed)) throw new Error(`SLUICE_SEED is "random" or a whole number, not "${asked}"`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seed | 0 });
