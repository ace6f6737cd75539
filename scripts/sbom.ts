import { buildIfStale } from './build-if-stale.ts';
import { describeShipped } from './package/bill-of-materials.ts';

/** Prints what a package of this source ships, as CycloneDX: `npm run -s sbom > sluice.cdx.json`. */
buildIfStale('production');
process.stdout.write(`${JSON.stringify(describeShipped(), null, 2)}\n`);
