import type { ApiOperation } from './operation.ts';
import { problemStatus, type ProblemCode } from './problem.ts';

/** Every way in which this call may be refused, in the order of their statuses. */
export function problemsOf(operation: ApiOperation): readonly ProblemCode[] {
  const codes = new Set<ProblemCode>(['unexpected', ...(operation.problems ?? [])]);
  const may = (...more: readonly ProblemCode[]): void => more.forEach((code) => codes.add(code));
  if (operation.who !== 'nobody') may('not-signed-in', 'sign-in-expired');
  if (Array.isArray(operation.who)) may('role-required');
  if (operation.ofNoTenant) may('all-tenants-required');
  if (operation.params) may('malformed-request', 'not-found');
  if (operation.changes) may('malformed-request', 'json-required', 'too-large', 'try-again');
  if (operation.changes) may('idempotency-key-required', 'key-reused');
  if (operation.changes === 'an item') may('version-required', 'stale-version');
  return (Object.keys(problemStatus) as ProblemCode[]).filter((code) => codes.has(code));
}
