import { hashText, throwDie } from '../randomness.ts';
import type { WorldPlan } from './plan.ts';
import { buildBatch, type StoriedBatch } from './story.ts';
import { everyTenant, findWorkflow } from './tenants.ts';

const tenantId = 'alder-finch';
const workflowId = 'contractor-invoices';

/** The days before the anchor on which a batch was sent. There is none on the two days of the workflow's larger ones. */
const daysAgo = [1, 2, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16, 17] as const;
/** Since then contractors itemise every hour, so their invoices are longer, and a document costs clearly more. */
const longerSince = 3;

/**
 * Plans a workflow that receives a small batch on most days, so that what a document usually costs is known, and one
 * that costs more stands out.
 */
export function steadyBatches({ seed, anchor }: Pick<WorldPlan, 'seed' | 'anchor'>): readonly StoriedBatch[] {
  const recipient = everyTenant.find((one) => one.tenantId === tenantId)?.name ?? '';
  return daysAgo.toReversed().map((days) => {
    const hash = hashText(`${seed}/steady/${days}`);
    return buildBatch({
      seed,
      recipient,
      story: {
        tenantId,
        workflowId,
        hoursAgo: days * 24,
        size: 22 + Math.floor(throwDie(hash, 1) * 6),
        defects: {},
        ...(days <= longerSince && { morePages: 2 }),
      },
      workflow: findWorkflow(tenantId, workflowId),
      hash,
      submittedAt: Math.floor(anchor - (days * 24 + throwDie(hash, 0) / 3) * 3_600_000),
    });
  });
}
