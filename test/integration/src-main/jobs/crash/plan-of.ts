import type { Plan } from '#shared/contract/plans.ts';
import { aPlan } from '#test/builders/a-job-engine.ts';
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
