import { ok, type Result } from '#shared/contract/result.ts';
import { everyItem } from '../../review/queue/every-item.ts';
import { batchRow } from '../../rows/batch-row.ts';
import { projectRow, workflowRow } from '../../rows/tenant-rows.ts';
import type { CostReads } from '../cost-reads.ts';
import { listedBatch, type ListedBatch } from './listed-batch.ts';

interface Parts {
  readonly reads: CostReads;
  readonly signal: AbortSignal;
}

export interface Project {
  readonly tenantId: string;
  readonly projectId: string;
}

interface BatchesSince {
  readonly batches: readonly ListedBatch[];
  readonly isAll: boolean;
}

const mostPages = { ofProjects: 5, ofWorkflows: 3, ofBatches: 50 };
const pageOfProject = 100;

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
  return ok({ projects: items.map((item) => ({ tenantId, projectId: projectRow(item).projectId })), isAll });
}

/** A batch's id is of when it was made, so a project has its newest last; nothing older than `from` is read on. */
export async function batchesSince(
  { tenantId, projectId }: Project,
  from: string,
  { reads, signal }: Parts,
): Promise<Result<BatchesSince>> {
  const batches: ListedBatch[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages.ofBatches; page += 1) {
    const options = { cursor, pageSize: page === 0 ? firstPage : pageOfProject };
    const read = await reads.run('extraction.batchesOfProject', { tenantId, projectId }, options, signal);
    if (!read.ok) return read;
    const listed = read.value.items.map((item) => listedBatch(batchRow(item)));
    batches.push(...listed.filter(({ day }) => day === null || day >= from));
    // One that was imported may have an id of another time, or not say when it was made: the last that says it counts.
    const last = listed.findLast(({ day }) => day !== null)?.day ?? null;
    const isPast = last !== null && last < from;
    if (read.value.cursor === null || isPast) return ok({ batches, isAll: true });
    ({ cursor } = read.value);
  }
  return ok({ batches, isAll: false });
}
/** Most projects have few batches a day, and what is behind them costs as much to read. */
const firstPage = 25;

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
  const names = read.value.items.map(workflowRow).flatMap(({ workflowId, name }) => {
    return name === null ? [] : [[workflowId, name.slice(0, longestName)] as const];
  });
  return ok(new Map(names));
}
const longestName = 200;
