import type { Costs } from '#shared/contract/costs/costs.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { inLanes } from '../../../dead-letters/in-lanes.ts';
import type { IdOrder } from '../../../reads/batches-by-time.ts';
import { concernsAll } from '../../../reads/paid-reads.ts';
import type { CostReads } from '../cost-reads.ts';
import type { CostTrouble } from '../cost-trouble.ts';
import type { CostTenant } from './cost-tenants.ts';
import { batchesSince, projectsOf, workflowNames, type Project } from './list-batches.ts';
import { listedBatch, type ListedBatch } from './listed-batch.ts';

interface Parts {
  readonly reads: CostReads;
  readonly signal: AbortSignal;
  readonly trouble: CostTrouble;
}

interface ListingParts extends Parts {
  readonly order: IdOrder;
  readonly found: (batches: readonly ListedBatch[]) => void;
}

/** Lists are short, and each waits for the one before it. */
const atOnce = 4;

/** Every tenant's projects, then every project's batches. What concerns one of them leaves the others. */
export async function listPeriod(
  tenants: readonly CostTenant[],
  from: string,
  { found, ...parts }: ListingParts,
): Promise<{
  readonly isWhole: boolean;
  readonly anyOrder: Costs['anyOrder'];
  readonly failure: Failure | null;
}> {
  const { trouble } = parts;
  const projects: Project[] = [];
  const anyOrder: Costs['anyOrder'] = { projects: 0, batches: 0, project: null };
  let isWhole = true;
  let stopped: Failure | null = null;

  function lost(what: string, failure: Failure): void {
    isWhole = false;
    if (concernsAll(failure)) stopped ??= failure;
    else trouble.note('listing', `${what} were not listed. ${failure.message}`);
  }
  /** Undefined once something stands in the way of everything. */
  async function ask<T>(what: string, question: () => Promise<Result<T>>): Promise<T | undefined> {
    if (stopped !== null) return undefined;
    const answer = await question();
    if (answer.ok) return answer.value;
    lost(what, answer.failure);
    return undefined;
  }

  await inLanes(tenants, atOnce, async ({ tenantId }) => {
    const read = await ask(`The projects of ${tenantId}`, () => projectsOf(tenantId, parts));
    projects.push(...(read?.projects ?? []));
    if (read?.isAll === false) {
      isWhole = false;
      trouble.note('listing', `Only the first ${read.projects.length} projects of ${tenantId} are here.`);
    }
  });
  await inLanes(projects, atOnce, async (project) => {
    const what = `The batches of the project ${project.projectId} of ${project.tenantId}`;
    const read = await ask(what, () => batchesSince(project, from, parts));
    if (read === undefined) return;
    const { batches, isAll, how } = read;
    if (!isAll) {
      isWhole = false;
      const why = how.isAnyOrder
        ? 'their ids do not carry their time, so newer ones may be missing'
        : 'older ids were not read';
      trouble.note(
        'cut',
        `${what} are too many: ${grouped(how.read)} were read, and ${why}. Figures are at least.`,
      );
    } else if (how.isAnyOrder) {
      anyOrder.projects += 1;
      anyOrder.batches += how.read;
      anyOrder.project ??= project.projectId;
    }
    found(batches.map(listedBatch));
  });
  return { isWhole, anyOrder, failure: stopped };
}

/** Of the projects that have batches here, by "tenant/project/workflow". A name that is not there is no trouble of its own. */
export async function namesOfWorkflows(
  batches: readonly ListedBatch[],
  { trouble, ...parts }: Parts,
): Promise<Record<string, string>> {
  const names = new Map<string, string>();
  const shown = new Set(batches.map(workflowKey));
  const projects = new Map(batches.map((one) => [JSON.stringify([one.tenantId, one.projectId]), one]));
  await inLanes([...projects.values()], atOnce, async ({ tenantId, projectId }) => {
    const read = await workflowNames({ tenantId, projectId }, parts);
    if (!read.ok) {
      const what = `The workflows of the project ${projectId} of ${tenantId} go by their ids`;
      trouble.note('names', `${what}. ${read.failure.message}`);
      return;
    }
    for (const [workflowId, name] of read.value) {
      const key = workflowKey({ tenantId, projectId, workflowId });
      if (shown.has(key)) names.set(key, name);
    }
  });
  return Object.fromEntries(names);
}

function workflowKey({
  tenantId,
  projectId,
  workflowId,
}: Pick<ListedBatch, 'tenantId' | 'projectId' | 'workflowId'>): string {
  return `${tenantId}/${projectId}/${workflowId ?? ''}`;
}
