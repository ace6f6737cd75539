import { spawnSync } from 'node:child_process';

interface Report {
  readonly summary: { readonly violations: readonly Violation[]; readonly totalCruised: number };
}
interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  readonly comment?: string;
}

// On TypeScript 7 without its swc parser, dependency-cruiser reads nothing and reports success.
const fewestModules = 30;

const cruise = spawnSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--output-type',
    'json',
    'shared',
    'src-main',
    'src-renderer',
  ],
  { encoding: 'utf8', maxBuffer: 256 * 1_048_576 },
);
if (!cruise.stdout.startsWith('{')) {
  process.stderr.write(`dependency-cruiser printed no report.\n${cruise.stderr}\n`);
  process.exit(1);
}
const { summary } = JSON.parse(cruise.stdout) as Report;
for (const { from, to, rule, comment } of summary.violations) {
  process.stdout.write(`${rule.name}: ${from} → ${to}${comment === undefined ? '' : `\n    ${comment}`}\n`);
}
if (summary.totalCruised < fewestModules) {
  process.stdout.write(`Only ${summary.totalCruised} modules were read; the check proves nothing.\n`);
}
process.exitCode = summary.violations.length > 0 || summary.totalCruised < fewestModules ? 1 : 0;
