import { ok, type Result } from '#shared/contract/result.ts';
import { batchesByTime, type BatchesSince, type IdOrder } from '../../../reads/batches-by-time.ts';
import { everyItem } from '../../../reads/paid-reads.ts';
import { itemsOfKind } from '../../../rows/page-of-rows.ts';
import { projectRow, workflowRow } from '../../../rows/tenant-rows.ts';
import type { CostReads } from '../cost-reads.ts';

interface Parts {
  readonly reads: CostReads;
  readonly signal: AbortSignal;
}

export interface Project {
  readonly tenantId: string;
  readonly projectId: string;
}

interface ListParts extends Parts {
  readonly order: IdOrder;
}

const mostPages = { ofProjects: 5, ofWorkflows: 3 };

export async function projectsOf(
  tenantId: string,
  { reads, signal }: Parts,
): Promise<Result<{ readonly projects: readonly Project[]; readonly isAll: boolean }>> {
  const read = await everyItem(
    (cursor) => reads.run('extraction.projectsOfTenant', { tenantId }, { cursor }, signal),
    mostPages.ofProjects,
  );
  if (!read.ok) return read;
  const { items, isAll } = read.value;
  const { own } = itemsOfKind(items, 'Project');
  return ok({ projects: own.map((item) => ({ tenantId, projectId: projectRow(item).projectId })), isAll });
}

/** So many of one project: 2,000 read units, and five times that once an hour where ids carry their time. */
const mostOfProject = { left: 20_000, moreInForm: 80_000 };

export async function batchesSince(
  key: Project,
  from: string,
  { reads, signal, order }: ListParts,
): Promise<Result<BatchesSince>> {
  return batchesByTime(key, {
    run: (listing, project, options) => reads.run(listing, project, options, signal),
    order,
    budget: { ...mostOfProject },
  }).since(Date.parse(from));
}

/** Names by workflow id. */
export async function workflowNames(
  { tenantId, projectId }: Project,
  { reads, signal }: Parts,
): Promise<Result<ReadonlyMap<string, string>>> {
  const read = await everyItem(
    (cursor) => reads.run('extraction.workflowsByChange', { tenantId, projectId }, { cursor }, signal),
    mostPages.ofWorkflows,
  );
  if (!read.ok) return read;
  const names = itemsOfKind(read.value.items, 'Workflow')
    .own.map(workflowRow)
    .flatMap(({ workflowId, name }) =>
      name === null ? [] : [[workflowId, name.slice(0, longestName)] as const],
    );
  return ok(new Map(names));
}
const longestName = 200;
