import { hashText, throwDie } from '../randomness.ts';
import type { Defect } from '../sheets/sheet.ts';
import { awkwardBatches } from './awkward-batches.ts';
import { quill } from './quill.ts';
import {
  batchIds,
  createDocumentPlanner,
  type PlannedBatch,
  type PlannedTenant,
  type PlannedWorkflow,
  type WorldPlan,
} from './plan.ts';
import { stories, type Story } from './stories.ts';
import { tenants } from './tenants.ts';

/** A batch with what became of it. */
export interface StoriedBatch extends PlannedBatch {
  readonly story: Story;
}

export interface PastPlan extends WorldPlan {
  readonly batches: readonly StoriedBatch[];
}

/** Plans the batches that the sandbox starts with: those of the thirty days before the anchor. */
export function planPast({ seed, anchor }: { readonly seed: string; readonly anchor: number }): PastPlan {
  const storied = stories.map((story, place) => {
    const tenant = tenants.find(({ tenantId }) => tenantId === story.tenantId);
    const workflow = tenant && findWorkflow(tenant, story.workflowId);
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
  const hash = hashText(`${seed}/batch/${place}`);
  // Each seed has minutes of its own.
  const submittedAt = Math.floor(anchor - (story.hoursAgo + throwDie(hash, 0) / 3) * hour);
  const ids = batchIds(submittedAt, hash, { known: story.known?.id, size: story.size });
  const defects = listDefects(story, hash);
  const planned = createDocumentPlanner({ seed, recipient, workflow, hash, submittedAt });
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

function findWorkflow({ projects }: PlannedTenant, workflowId: string): PlannedWorkflow | undefined {
  return projects
    .flatMap(({ workflows }) => workflows)
    .find((workflow) => workflow.workflowId === workflowId);
}

/** Which documents of a batch have what: scattered over it, but for those whose ids everybody knows. */
function listDefects({ size, defects, known }: Story, hash: number): ReadonlyMap<number, Defect> {
  const found = new Map<number, Defect>();
  const left = { ...defects };
  for (const [index, defect] of known?.first.entries() ?? []) {
    found.set(index, defect);
    left[defect] = (left[defect] ?? 0) - 1;
  }
  let which = 0;
  for (const [defect, count] of Object.entries(left)) {
    for (let placed = 0; placed < count; which += 1) {
      const index = Math.floor(throwDie(hash, 1_000 + which) * size);
      if (found.has(index)) continue;
      found.set(index, defect as Defect);
      placed += 1;
    }
  }
  return found;
}
