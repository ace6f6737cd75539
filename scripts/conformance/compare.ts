import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { oracles } from '../oracles/all-oracles.ts';
import { NotHere, type Oracle, type RunningOracle } from '../oracles/oracle.ts';
import type { Assertion } from './assertion.ts';
import { contradictions } from './contradictions.ts';
import { implementationAt, pocketAwsInProcess, type Implementation } from './implementation.ts';
import type { Judgement } from './judgement.ts';
import { loadJudgements, loadSuite } from './load-suite.ts';
import { report } from './report.ts';
import { onSecondThoughts } from './second-thoughts.ts';
import { runAssertions } from './run-assertions.ts';
import { unjudged } from './unjudged.ts';
import { writtenComparison, type Column } from './written-comparison.ts';

const page = 'docs/conformance.md';

/**
 * Runs the suite on pocket AWS and on every independent implementation that this machine allows, and writes the outcome
 * to docs/conformance.md. With `check`, or where one of them is missing, it only compares with that page. With `others`
 * pocket AWS is not run.
 */
export async function compare({ check, others }: { check: boolean; others: boolean }): Promise<boolean> {
  const suite = await loadSuite();
  const judgements = await loadJudgements();
  const ours = pocketAwsInProcess();
  const columns: Column[] = [
    others
      ? { name: ours.name, version: '', services: ours.services, results: undefined }
      : await measureColumn(ours, '', suite, []),
  ];
  const { running, missing } = await startAll();
  try {
    columns.push(
      ...(await Promise.all(
        running.map(({ oracle, url }) =>
          measureColumn(atOracle(oracle, url), oracle.version, suite, judgements),
        ),
      )),
    );
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
  for (const { name, services } of missing) columns.push({ name, version: '', services, results: undefined });

  const problems = [...ownDifferences(columns), ...unjudged(columns, judgements)];
  if (check || missing.length > 0) problems.push(...recordedOtherwise(columns));
  else writeFileSync(page, writtenComparison(suite, columns, judgements));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

interface Started extends RunningOracle {
  readonly oracle: Oracle;
}

async function startAll(): Promise<{ running: Started[]; missing: Oracle[] }> {
  const running: Started[] = [];
  const missing: Oracle[] = [];
  for (const oracle of oracles) {
    try {
      oracle.install();
      running.push({ oracle, ...(await oracle.start()) });
    } catch (error) {
      if (!(error instanceof NotHere)) throw error;
      missing.push(oracle);
      process.stderr.write(
        `not here: ${oracle.name} ${oracle.version} (needs ${oracle.needs}): ${error.message}\n`,
      );
    }
  }
  return { running, missing };
}

function atOracle({ name, services }: Oracle, url: string): Implementation {
  return implementationAt(name, Object.fromEntries(services.map((service) => [service, url])));
}

async function measureColumn(
  implementation: Implementation,
  version: string,
  suite: readonly Assertion[],
  judgements: readonly Judgement[],
): Promise<Column> {
  const results = await onSecondThoughts(
    await runAssertions(suite, implementation),
    implementation,
    suite,
    judgements,
  );
  process.stderr.write(report(implementation, results));
  const { name, services } = implementation;
  return { name, version, services, results };
}

function ownDifferences([own]: readonly Column[]): string[] {
  return (own?.results ?? [])
    .filter(({ outcome }) => outcome === 'differs')
    .map(({ id, why }) => `Pocket AWS differs from AWS: ${id}: ${why ?? ''}`);
}

function recordedOtherwise(columns: readonly Column[]): string[] {
  if (!existsSync(page)) return [`${page} is not there; run \`npm run conformance -- --compare\``];
  return contradictions(readFileSync(page, 'utf8'), columns).map((text) => `${page}: ${text}`);
}
