import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { toItemId } from '#shared/domain/many-batches.ts';
import { aPlan, aPlanOfMany } from '#test/builders/a-job-engine.ts';
import type { LastingWorld } from './a-lasting-world.ts';

/** Returns a plan to reprocess all documents of the batch in their current state. */
export async function buildPlan(world: LastingWorld): Promise<Plan> {
  const documents = await world.documents();
  const plan = aPlan(documents.length);
  const [first] = documents;
  const target = {
    kind: 'reprocess',
    tenantId: first?.tenantId ?? '',
    projectId: world.projectId,
    batchId: world.batchId,
    documentIds: documents.map(({ documentId }) => documentId),
  } as const;
  const items = plan.items.map((item, index) => {
    const { documentId = '', fileName = '', version = 0 } = documents[index] ?? {};
    return { ...item, id: documentId, name: fileName, version };
  });
  return { ...plan, tenantId: target.tenantId, target, items };
}

/** Returns a plan to approve what waits. */
export async function buildApprovals(world: LastingWorld): Promise<Plan> {
  const plan = await buildPlanOfMany(world, 'REVIEW_REQUIRED');
  const target = { kind: 'approve-documents', of: { is: 'matching' } } as const;
  return { ...plan, kind: target.kind, target, by: 'reviewer' };
}

/** Returns a plan over all batches, whose documents are in their current state. */
export async function buildPlanOfMany(world: LastingWorld, status?: DocumentItem['status']): Promise<Plan> {
  const all = await world.documents();
  const documents = status === undefined ? all : all.filter((one) => one.status === status);
  const own = world.batches.map(({ batchId }) => documents.filter((one) => one.batchId === batchId));
  const planned = world.batches.map(({ tenantId }, at) => ({ tenantId, go: own[at]?.length ?? 0 }));
  const plan = aPlanOfMany(planned);
  const batches = plan.many?.batches.map((batch, at) => {
    const { projectId = '', batchId = '' } = world.batches[at] ?? {};
    return { ...batch, projectId, batchId };
  });
  const ids = own.flatMap((some, at) =>
    some.map((one) => ({ ...one, id: toItemId(at + 1, one.documentId) })),
  );
  const items = plan.items.map((item, at) => {
    const { id = '', fileName = '', version = 0 } = ids[at] ?? {};
    return { ...item, id, name: fileName, version };
  });
  const { firstTenant = null } = plan.many ?? {};
  const many = { firstTenant, usdWithReason: '0', items: items.length, limit: null, batches: batches ?? [] };
  return { ...plan, items, many };
}
