import type { Service } from './assertion.ts';
import { services } from './assertion.ts';
import type { Implementation } from './implementation.ts';
import { readService, type Result } from './run-assertions.ts';

/** Formats a line for each assertion that does not hold, then a table by service. */
export function report(implementation: Implementation, results: readonly Result[]): string {
  const lines = results
    .filter(({ outcome }) => outcome === 'differs')
    .map(({ id, why }) => `differs  ${id}: ${why ?? ''}`);
  const rows = services.map((service) => [service, ...formatCounts(service, results)]);
  const all = ['all', ...counts(results)];
  return [
    ...lines,
    '',
    implementation.name,
    ...aligned([['service', 'agrees', 'differs', 'not run'], ...rows, all]),
    '',
  ].join('\n');
}

function formatCounts(service: Service, results: readonly Result[]): string[] {
  return counts(results.filter(({ id }) => readService(id) === service));
}

function counts(results: readonly Result[]): string[] {
  return (['agrees', 'differs', 'not-run'] as const).map((outcome) =>
    String(results.filter((result) => result.outcome === outcome).length),
  );
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(12) : cell.padStart(8))).join(''),
  );
}
