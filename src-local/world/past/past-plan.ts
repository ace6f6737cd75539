import { hashText, throwDie } from '../randomness.ts';
import { awkwardBatches } from './awkward-batches.ts';
import type { WorldPlan } from './plan.ts';
import { withCopies } from './rule-items.ts';
import { planFleet, tenantsWithStory, type Fleet } from './fleet.ts';
import { steadyBatches } from './steady-batches.ts';
import { buildBatch, type Story, type StoriedBatch } from './story.ts';
import allStories from './stories.json' with { type: 'json' };
import { everyTenant, findWorkflow } from './tenants.ts';

/** Thirty days, oldest first, more of them towards the end. */
const stories = allStories as unknown as readonly Story[];

export interface PastPlan extends WorldPlan {
  /** These are the batches of tenants with a story; all others are in the fleet. */
  readonly batches: readonly StoriedBatch[];
  readonly fleet: Fleet;
}

/** Plans the batches that the sandbox starts with: those of the thirty days before the anchor. */
export function planPast({
  seed,
  anchor,
  tenants = tenantsWithStory,
}: {
  readonly seed: string;
  readonly anchor: number;
  readonly tenants?: number;
}): PastPlan {
  const storied = stories.map((story, place) => storiedBatch({ seed, anchor }, story, place));
  return {
    seed,
    anchor,
    tenants: everyTenant,
    batches: [
      ...withCopies(storied, anchor),
      ...steadyBatches({ seed, anchor }),
      ...awkwardBatches({ seed, anchor }),
    ],
    fleet: planFleet({ seed, anchor, tenants }),
  };
}

const hour = 3_600_000;

/** `place`: among all stories; each has dice of its own. */
export function storiedBatch(
  { seed, anchor }: Pick<WorldPlan, 'seed' | 'anchor'>,
  story: Story,
  place: number,
): StoriedBatch {
  const hash = hashText(`${seed}/batch/${place}`);
  const { tenantId } = story;
  const recipient = everyTenant.find((one) => one.tenantId === tenantId)?.name ?? '';
  // Each seed has minutes of its own.
  const submittedAt = Math.floor(anchor - (story.hoursAgo + throwDie(hash, 0) / 3) * hour);
  return buildBatch({
    seed,
    recipient,
    story,
    workflow: findWorkflow(tenantId, story.workflowId),
    hash,
    submittedAt,
  });
}
