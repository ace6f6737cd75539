import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { Throughput } from '#shared/contract/today.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { documentsEnded } from '#shared/domain/monitor/place-of-alarm.ts';
import { maySeeAll } from '#shared/permissions.ts';
import {
  hourMs,
  hoursOfBatches,
  hoursOfPoints,
  isCountedShort,
  lastHours,
} from '#shared/domain/today-figures.ts';
import type { QueueAlarms } from '../../aws/alarms.ts';
import type { Handlers } from '../../gate/gate.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { batchesByTime, type IdOrder } from '../../reads/batches-by-time.ts';
import { concernsAll, everyItem } from '../../reads/paid-reads.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { projectRow } from '../../rows/tenant-rows.ts';
import { atOnce, listSome, troubleByCause } from './batches-by-status.ts';
import {
  tenantsOfToday,
  todayReads,
  type TodayParts,
  type TodayReads,
  type TodayTenants,
} from './today-reads.ts';

/** Counts from CloudWatch for all tenants together, and from the batches for one tenant. */
export function countThroughput({ doors, session, orders, now }: TodayParts): Handlers['today.throughput'] {
  return async ({ tenantId }) => {
    const open = session();
    const { who } = open;
    const { alarms, reader } = doors();
    if (tenantId === null && maySeeAll(who)) return byMetrics(alarms, now());
    const asked = { pattern: 'extraction.batchesOfProject', index: 'table' } as const;
    const parts = todayReads(asked, { reader, who, now });
    return parts.reads.billed(await byBatches(tenantId, orders.of(open), parts));
  };
}

const outcomes = { succeeded: 'SUCCEEDED', review: 'REVIEW_REQUIRED', failed: 'FAILED' } as const;
type Outcome = keyof typeof outcomes;

async function byMetrics(alarms: QueueAlarms, now: number): Promise<Result<Throughput>> {
  const queries = Object.entries(outcomes).map(([id, outcome]) => ({
    id,
    metric: documentsEnded(outcome),
    statistic: 'Sum',
  }));
  const read = await alarms.metrics({ ...lastHours(now), periodSeconds: hourMs / 1_000, queries });
  if (!read.ok) return read;
  const { series, calls } = read.value;
  const problems = queries.flatMap(({ id }) => series.get(id)?.problem ?? []);
  const pointsOf = (id: Outcome) => series.get(id)?.points ?? [];
  return ok(
    {
      from: 'metrics',
      hours: hoursOfPoints(
        { succeeded: pointsOf('succeeded'), review: pointsOf('review'), failed: pointsOf('failed') },
        now,
      ),
      isAtLeast: problems.length > 0,
      problems: [...new Set(problems)],
      calls,
      readAt: new Date(now).toISOString(),
    },
    read.receipt,
  );
}

async function byBatches(
  tenantId: string | null,
  order: IdOrder,
  parts: TodayReads,
): Promise<Result<Throughput>> {
  const { calls, now } = parts;
  const scope = await tenantsOfToday(tenantId, parts);
  if (!scope.ok) return scope;
  const read = await batchesSince(scope.value, lastHours(now).from, { ...parts, order });
  if (!read.ok) return read;
  const { batches, isAll, problems } = read.value;
  return ok({
    from: 'batches',
    hours: hoursOfBatches(batches, now),
    isAtLeast: !(isAll && scope.value.isAll),
    problems: [...scope.value.problems, ...problems],
    calls: calls(),
    readAt: new Date(now).toISOString(),
  });
}

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
/** Limits all projects together to 500 read units, for a page that is opened each morning. */
const mostBatches = 5_000;

/** Lists what came since then: every project's batches, newest first, and no older ones. */
async function batchesSince(
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
  return named.length === 0 ? [] : [`${why}: ${listSome(named)}.`];
}

function cameAt({ createdAt }: Batch): number {
  return Date.parse(createdAt ?? '');
}
