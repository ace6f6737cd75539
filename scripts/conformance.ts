import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { services } from './conformance/assertion.ts';
import type { Endpoints } from './conformance/clients-at.ts';
import { compare } from './conformance/compare.ts';
import { implementationAt, pocketAwsInProcess } from './conformance/implementation.ts';
import { loadSuite } from './conformance/load-suite.ts';
import { report } from './conformance/report.ts';
import { runAssertions } from './conformance/run-assertions.ts';

/**
 * `npm run conformance` checks AWS's behaviour, assertion by assertion, against pocket AWS in this process. `--
 * --dynamodb URL --sqs URL …` checks any endpoint at those addresses. `-- --compare` also runs independent
 * implementations and writes docs/conformance.md; `-- --compare --check` only compares with that page, and `--others`
 * leaves out pocket AWS, whose assertions `npm test` runs.
 */
const { values } = parseArgs({
  options: {
    ...(Object.fromEntries(services.map((service) => [service, { type: 'string' }])) as Record<
      (typeof services)[number],
      { type: 'string' }
    >),
    json: { type: 'string' },
    only: { type: 'string' },
    compare: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    others: { type: 'boolean', default: false },
  },
});

process.exitCode = (await (values.compare
  ? compare({ check: values.check || values.others, others: values.others })
  : run()))
  ? 0
  : 1;

async function run(): Promise<boolean> {
  const { only = '' } = values;
  const suite = (await loadSuite()).filter(({ id }) => id.startsWith(only));
  const endpoints: Endpoints = Object.fromEntries(
    services.flatMap((service) => (values[service] === undefined ? [] : [[service, values[service]]])),
  );
  const named = Object.keys(endpoints).length > 0;
  const implementation = named ? implementationAt('The given endpoints', endpoints) : pocketAwsInProcess();
  const results = await runAssertions(suite, implementation);
  process.stdout.write(report(implementation, results));
  if (values.json !== undefined) {
    const byId = Object.fromEntries(results.map(({ id, ...result }) => [id, result]));
    writeFileSync(values.json, `${JSON.stringify(byId, null, 2)}\n`);
  }
  const ran = results.some(({ outcome }) => outcome === 'agrees');
  return ran && results.every(({ outcome }) => outcome !== 'differs');
}
