import type { InputOf } from '#shared/contract/contract.ts';

/** Within the limits of the contract: a report that is refused for its length helps nobody. */
export function problemReport(error: Error, where: string): InputOf<'problems.report'> {
  const report = { where: where.slice(0, 200), message: (error.message || error.name).slice(0, 2_000) };
  return error.stack === undefined ? report : { ...report, stack: error.stack.slice(0, 20_000) };
}
