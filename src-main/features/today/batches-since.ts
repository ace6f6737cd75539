import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { isCountedShort } from '#shared/domain/today/hours-of-day.ts';
import { inLanes } from '../../dead-letters/in-lanes.ts';
import { batchesByTime, type IdOrder } from '../../reads/batches-by-time.ts';
import { concernsAll, everyItem } from '../../reads/paid-reads.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { projectRow } from '../../rows/tenant-rows.ts';
import { atOnce } from './batches-by-status.ts';
import type { TodayTenants } from './tenants-of-today.ts';
import type { TodayReads } from './today-reads.ts';
import { someOf, troubleByCause } from './trouble-by-cause.ts';

interface BatchesSince {
  readonly batches: readonly Batch[];
  readonly isAll: boolean;
  readonly problems: readonly string[];
}

interface Project {
  readonly tenantId: string;
  readonly projectId: string;
}

const most = { projectPages: 2, projects: 60 };
/** The limit for all projects together: 500 read units for a page that is opened each morning. */
const mostBatches = 5_000;

/** What came since then: every project's batches, the newest first, no further than that. */
export async function batchesSince(
  { tenants }: TodayTenants,
  from: number,
  { reader, reads, order }: TodayReads & { readonly order: IdOrder },
): Promise<Result<BatchesSince>> {
  const trouble = troubleByCause();
  const cut: string[] = [];
  const projects: Project[] = [];
  const batches: Batch[] = [];
  const noTime: Batch[] = [];
  let isAll = true;
  let stopped: Failure | null = null;

  function lost(what: string, failure: Failure): void {
    isAll = false;
    if (concernsAll(failure)) stopped ??= failure;
    else trouble.note(what, failure);
  }

  await inLanes(tenants, atOnce, async ({ tenantId }) => {
    if (stopped !== null) return;
    const read = await everyItem(
      async (cursor) => reads.paid(await reader.run('extraction.projectsOfTenant', { tenantId }, { cursor })),
      most.projectPages,
    );
    if (!read.ok) {
      lost(`the projects of ${tenantId}`, read.failure);
      return;
    }
    const own = itemsOfKind(read.value.items, 'Project').own;
    projects.push(...own.map((item) => ({ tenantId, projectId: projectRow(item).projectId })));
    if (!read.value.isAll) cut.push(`the projects of ${tenantId}`);
  });
  if (projects.length > most.projects) cut.push(`${projects.length} projects`);

  const budget = { left: mostBatches, moreInForm: 0 };
  await inLanes(projects.slice(0, most.projects), atOnce, async (project) => {
    if (stopped !== null) return;
    const what = `the batches of the project ${project.projectId} of ${project.tenantId}`;
    const read = await batchesByTime(project, {
      run: async (listing, key, options) => reads.paid(await reader.run(listing, key, options)),
      order,
      budget,
    }).since(from);
    if (!read.ok) {
      lost(what, read.failure);
      return;
    }
    noTime.push(...read.value.batches.filter((batch) => Number.isNaN(cameAt(batch))));
    batches.push(...read.value.batches.filter((batch) => !Number.isNaN(cameAt(batch))));
    if (!read.value.isAll) cut.push(what);
  });
  if (stopped !== null) return { ok: false, failure: stopped };
  const leftOut = [
    ...cut.map((what) => `Too many for this page: ${what}.`),
    ...sentence('Without a readable time, so in no hour', noTime),
    ...sentence('Without readable counts, so counted too low', batches.filter(isCountedShort)),
  ];
  return ok({
    batches,
    isAll: isAll && leftOut.length === 0,
    problems: [...trouble.sentences(), ...leftOut],
  });
}

function sentence(why: string, batches: readonly Batch[]): string[] {
  const named = batches.map(({ tenantId, batchId }) => `the batch ${batchId} of ${tenantId}`);
  return named.length === 0 ? [] : [`${why}: ${someOf(named)}.`];
}

function cameAt({ createdAt }: Batch): number {
  return Date.parse(createdAt ?? '');
}
