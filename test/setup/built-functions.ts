import { buildFunctionsIfStale } from '#scripts/build-if-stale.ts';

/** A sandbox runs the bundles of the functions, so they are built before the first test, when a source has changed. */
export function setup(): void {
  buildFunctionsIfStale();
}
