import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/plans.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { fingerprintOfDocument } from '#shared/domain/failure-groups.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

const throttled = 'ThrottlingException';
const tenants = ['northwind', 'kestrel', 'aldermoor', 'brightwater'];

/** Finds a cause that failed documents in batches of several tenants. */
async function aSharedCause(desk: JobsDesk) {
  const byCause = new Map<string, DocumentRow[]>();
  for (const tenantId of tenants) {
    const read = await desk.call('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 100 });
    if (!read.ok) continue;
    for (const { batchId } of read.value.rows) {
      const of = { tenantId, batchId, status: 'FAILED', pageSize: 500 } as const;
      for (const row of valueOf(await desk.call('documents.byStatus', of)).rows) {
        const { id } = fingerprintOfDocument(row);
        byCause.set(id, [...(byCause.get(id) ?? []), row]);
      }
    }
  }
  const count = (rows: DocumentRow[]): number => new Set(rows.map(({ tenantId }) => tenantId)).size;
  const causes = [...byCause].toSorted(([, a], [, b]) => count(b) - count(a) || a.length - b.length);
  console.log(causes.map(([fp, rows]) => [fp, count(rows), rows.length, rows[0]?.error?.code, rows[0]?.run]));
  return causes;
}

describe('a plan over many batches', () => {
  it('looks', async () => {
    const desk = await aJobsDesk();
    await aSharedCause(desk);
    void throttled;
    const target: PlanTarget = { kind: 'reprocess-many', of: { is: 'matching' } };
    void (target satisfies Plan['target']);
  }, 60_000);
});
