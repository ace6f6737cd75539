import { hashOf, throwOf } from '../sheets/throws.ts';
import { awkwardBatches } from './awkward-tenant/awkward-batches.ts';
import { quill } from './awkward-tenant/quill.ts';
import { batchIds } from './batch-ids.ts';
import { defectsOf } from './defects-of.ts';
import type { PlannedBatch, PlannedTenant, PlannedWorkflow, WorldPlan } from './plan.ts';
import { documentsOf } from './planned-document.ts';
import { stories, type Story } from './stories.ts';
import { tenants } from './tenants.ts';

/** A batch with what became of it. */
export interface StoriedBatch extends PlannedBatch {
  readonly story: Story;
}

export interface PastPlan extends WorldPlan {
  readonly batches: readonly StoriedBatch[];
}

/** What was in the sandbox before somebody looked, as far as batches go: those of thirty days before the anchor. */
export function planOf({ seed, anchor }: { readonly seed: string; readonly anchor: number }): PastPlan {
  const storied = stories.map((story, place) => {
    const tenant = tenants.find(({ tenantId }) => tenantId === story.tenantId);
    const workflow = tenant && workflowOf(tenant, story.workflowId);
    if (!workflow) throw new Error(`There is no workflow ${story.tenantId}/${story.workflowId}`);
    return storiedBatch({ seed, anchor, recipient: tenant.name, workflow }, story, place);
  });
  return {
    seed,
    anchor,
    tenants: [...tenants, quill],
    batches: [...storied, ...awkwardBatches({ seed, anchor })],
  };
}

const hour = 3_600_000;

interface BatchOf extends Pick<WorldPlan, 'seed' | 'anchor'> {
  /** The name of the tenant. */
  readonly recipient: string;
  readonly workflow: PlannedWorkflow;
}

/** `place`: among all stories; each has dice of its own. */
export function storiedBatch(
  { seed, anchor, recipient, workflow }: BatchOf,
  story: Story,
  place: number,
): StoriedBatch {
  const hash = hashOf(`${seed}/batch/${place}`);
  // Each seed has minutes of its own.
  const submittedAt = Math.floor(anchor - (story.hoursAgo + throwOf(hash, 0) / 3) * hour);
  const ids = batchIds(submittedAt, hash, { known: story.known?.id, size: story.size });
  const defects = defectsOf(story, hash);
  const planned = documentsOf({ seed, recipient, workflow, hash, submittedAt });
  return {
    workflow,
    story,
    batchId: ids.batchId,
    submittedAt,
    size: story.size,
    execution: story.execution ?? 'succeeded',
    document: (index) => planned(index, ids.documentId(index), defects.get(index)),
  };
}

function workflowOf({ projects }: PlannedTenant, workflowId: string): PlannedWorkflow | undefined {
  return projects
    .flatMap(({ workflows }) => workflows)
    .find((workflow) => workflow.workflowId === workflowId);
}
