import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { InputOf } from '#shared/contract/contract.ts';
import type { ObjectiveRow, Objectives } from '#shared/contract/objectives.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { addDurations, noDurations, readDurations, type Durations } from '#shared/domain/batch-durations.ts';
import { findMonth, judgeObjective } from '#shared/domain/objective.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { passingReader, type CatalogueReader, type StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import { findOffer } from '../../reads/api-offers.ts';
import { inChunks, inLanes } from '../../reads/in-lanes.ts';
import { concernsAll, everyItem, paidReads, type PaidReads } from '../../reads/paid-reads.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { readRow } from '../../rows/read-row.ts';
import { projectRow, tenantFacts, workflowRow } from '../../rows/tenant-rows.ts';
import { getScope } from '../../session/session-store.ts';

export interface ObjectiveParts {
  readonly doors: () => Pick<ConnectionDoors, 'reader' | 'pipeline'>;
  readonly session: () => Session;
  readonly now: () => number;
}

/** Each tenant takes two questions, so no more are asked about at once. */
const mostTenants = 40;
/** Their projects are listed as well, so fewer are asked about of a person who is held to some tenants. */
const mostOwnTenants = 10;
/** Four questions by key answer them. */
const mostWorkflows = 400;
/** Each page holds 1,000 objectives. */
const mostListPages = 3;
/** Five pages hold 2,500 rows: a month of a tenant with a dozen workflows and some causes a day. */
const mostDayPages = 5;
/** The reader has eight slots in all, so a page that is opened meanwhile finds a free one. */
const atOnce = 4;

interface Reads {
  readonly reader: CatalogueReader;
  readonly paid: PaidReads['paid'];
}

/** Compares this month's batches with the objectives: two questions a tenant, from sums that the pipeline keeps. */
export async function readObjectives(
  input: InputOf<'monitor.objectives'>,
  parts: ObjectiveParts,
): Promise<Result<Objectives>> {
  const { paid, billed } = paidReads({ pattern: 'extraction.spendInDetail', index: 'main' }, parts.now);
  return billed(await readAll(input, parts, { reader: passingReader(parts.doors().reader), paid }));
}

async function readAll(
  { tenantId }: InputOf<'monitor.objectives'>,
  parts: ObjectiveParts,
  reads: Reads,
): Promise<Result<Objectives>> {
  const session = parts.session();
  if (tenantId !== null && !maySeeTenant(getScope(session), tenantId)) {
    return outOfScope(tenantId, 'Nothing was read.');
  }
  const now = parts.now();
  const listed = await listPromised(tenantId === null ? listOnlyTenants(session.who) : [tenantId], reads);
  if (!listed.ok) return listed;
  const { workflows, isAll, leftOut } = listed.value;
  const asked = [...new Set(workflows.map((one) => one.tenantId))];
  const [names, read] = await Promise.all([
    readNames(asked, reads),
    readTenants(
      asked.map((one) => ({ tenantId: one, workflows: workflows.filter((of) => of.tenantId === one) })),
      { now, reads },
    ),
  ]);
  if (!read.ok) return read;
  const rows = read.value.rows.map((row) => ({ ...row, tenantName: names.get(row.tenantId) ?? null }));
  return ok({
    month: new Date(now).toISOString().slice(0, 7),
    rows: rows.toSorted(byStanding).slice(0, 200),
    leftOut,
    isAtLeast: !isAll || rows.length > 200,
    whyNot: await findWhyNot(rows, parts, reads),
    trouble: read.value.trouble,
    readAt: new Date(now).toISOString(),
  });
}

type Promised = Workflow & { readonly objective: NonNullable<Workflow['objective']> };

interface PromisedList {
  readonly workflows: readonly Promised[];
  readonly isAll: boolean;
  /** The tenants that were not asked about. */
  readonly leftOut: number;
}

/** Lists the workflows with an objective: of these tenants, or of all where no limit is known. */
async function listPromised(
  tenantIds: readonly string[] | null,
  reads: Reads,
): Promise<Result<PromisedList>> {
  return tenantIds === null ? listOfAll(reads) : listOfTenants(tenantIds, reads);
}

/** The directory says which workflows have one, and their own items say which. */
async function listOfAll({ reader, paid }: Reads): Promise<Result<PromisedList>> {
  const listed = await everyItem(
    async (cursor) => paid(await reader.run('extraction.objectives', {}, { cursor })),
    mostListPages,
  );
  if (!listed.ok) return listed;
  const keys = itemsOfKind(listed.value.items, 'ObjectiveInDirectory').own.map((item) => {
    const { id } = readRow(item, 'ObjectiveInDirectory');
    return { tenantId: id('tenantId'), projectId: id('projectId'), workflowId: id('workflowId') };
  });
  const tenants = [...new Set(keys.map(({ tenantId }) => tenantId))];
  const asked = new Set(tenants.slice(0, mostTenants));
  const wanted = keys.filter(({ tenantId }) => asked.has(tenantId)).slice(0, mostWorkflows);
  const found: StoredItem[] = [];
  for (const some of inChunks(wanted, 100)) {
    const read = paid(await reader.run('extraction.workflowsByKeys', some));
    if (!read.ok) return read;
    found.push(...read.value.items);
  }
  const isAll =
    listed.value.isAll && keys.filter(({ tenantId }) => asked.has(tenantId)).length <= mostWorkflows;
  return ok({ workflows: keepPromised(found), isAll, leftOut: tenants.length - asked.size });
}

/** A person who is held to some tenants may not read a list of all of them. */
async function listOfTenants(
  tenantIds: readonly string[],
  { reader, paid }: Reads,
): Promise<Result<PromisedList>> {
  const asked = tenantIds.slice(0, mostOwnTenants);
  const found: StoredItem[] = [];
  let isAll = true;
  for (const tenantId of asked) {
    const projects = paid(await reader.run('extraction.projectsOfTenant', { tenantId }));
    if (!projects.ok) return projects;
    isAll &&= projects.value.cursor === null;
    for (const { projectId } of itemsOfKind(projects.value.items, 'Project').own.map(projectRow)) {
      const workflows = paid(await reader.run('extraction.workflowsOfProject', { tenantId, projectId }));
      if (!workflows.ok) return workflows;
      isAll &&= workflows.value.cursor === null;
      found.push(...workflows.value.items);
    }
  }
  return ok({ workflows: keepPromised(found), isAll, leftOut: tenantIds.length - asked.length });
}

function keepPromised(items: readonly StoredItem[]): readonly Promised[] {
  return itemsOfKind(items, 'Workflow')
    .own.map(workflowRow)
    .filter((workflow): workflow is Promised => workflow.objective !== null);
}

/** A tenant is shown by its id where its name could not be read. */
async function readNames(
  tenantIds: readonly string[],
  { reader, paid }: Reads,
): Promise<ReadonlyMap<string, string | null>> {
  if (tenantIds.length === 0) return new Map();
  const read = paid(
    await reader.run(
      'extraction.tenantsByIds',
      tenantIds.map((tenantId) => ({ tenantId })),
    ),
  );
  const items = read.ok ? read.value.items : [];
  return new Map(items.map((item) => tenantFacts(item, 'Tenant')).map((one) => [one.tenantId, one.name]));
}

interface PromisedTenant {
  readonly tenantId: string;
  readonly workflows: readonly Promised[];
}

async function readTenants(
  tenants: readonly PromisedTenant[],
  { now, reads }: { readonly now: number; readonly reads: Reads },
): Promise<Result<{ readonly rows: readonly ObjectiveRow[]; readonly trouble: string | null }>> {
  const rows: ObjectiveRow[] = [];
  let failure: Failure | undefined;
  let lost = 0;
  await inLanes(tenants, atOnce, async (tenant) => {
    if (failure !== undefined && concernsAll(failure)) return;
    const [days, late] = await Promise.all([
      readDays(tenant.tenantId, now, reads),
      readLate(tenant, now, reads),
    ]);
    if (!days.ok) {
      failure ??= days.failure;
      lost += 1;
    }
    for (const { tenantId, projectId, workflowId, name, objective } of tenant.workflows) {
      const key = toKey(projectId, workflowId);
      const sum = days.ok ? (days.value.byWorkflow.get(key) ?? noDurations) : noDurations;
      const isCounted = days.ok && (sum.batches > 0 || sum.uncounted === 0);
      rows.push({
        tenantId,
        tenantName: null,
        projectId,
        workflowId,
        name,
        objective,
        month: isCounted ? judgeObjective(objective, sum, now) : null,
        uncounted: sum.uncounted,
        isCut: days.ok && !days.value.isAll,
        late: late?.get(key) ?? (late === undefined ? null : { batches: 0, isAtLeast: late.isAtLeast }),
      });
    }
  });
  if (failure !== undefined && concernsAll(failure)) return { ok: false, failure };
  const trouble =
    failure === undefined
      ? null
      : `${lost === 1 ? 'One tenant was' : `${lost} tenants were`} not read. ${failure.message}`;
  return ok({ rows, trouble });
}

function toKey(projectId: string, workflowId: string): string {
  return JSON.stringify([projectId, workflowId]);
}

interface CountedDays {
  readonly byWorkflow: ReadonlyMap<string, Durations>;
  readonly isAll: boolean;
}

async function readDays(
  tenantId: string,
  now: number,
  { reader, paid }: Reads,
): Promise<Result<CountedDays>> {
  const fromDay = new Date(findMonth(now).start).toISOString().slice(0, 10);
  const read = await everyItem(
    async (cursor) => paid(await reader.run('extraction.spendInDetail', { tenantId, fromDay }, { cursor })),
    mostDayPages,
  );
  if (!read.ok) return read;
  const byWorkflow = new Map<string, Durations>();
  for (const item of itemsOfKind(read.value.items, 'SpendOfWorkflow').own) {
    const row = readRow(item, 'SpendOfWorkflow');
    const key = toKey(row.id('projectId'), row.id('workflowId'));
    const usage = item.attributes['usage'];
    const figures = usage !== undefined && 'M' in usage ? toNumbers(usage.M) : {};
    byWorkflow.set(key, addDurations(byWorkflow.get(key) ?? noDurations, readDurations(figures)));
  }
  return ok({ byWorkflow, isAll: read.value.isAll });
}

function toNumbers(figures: Attributes): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) => ('N' in value ? [[name, Number(value.N)]] : [])),
  );
}

interface LateBatches {
  readonly get: (key: string) => { readonly batches: number; readonly isAtLeast: boolean } | undefined;
  readonly isAtLeast: boolean;
}

/**
 * Counts running batches that have already taken too long: they will miss whatever becomes of them. Batches whose files
 * have not all arrived are in no index, so they are not among these. Undefined where the list could not be read.
 */
async function readLate(
  { tenantId, workflows }: PromisedTenant,
  now: number,
  { reader, paid }: Reads,
): Promise<LateBatches | undefined> {
  const read = paid(await reader.run('extraction.batchesByStatus', { tenantId, status: 'PROCESSING' }));
  if (!read.ok) return undefined;
  const isAtLeast = read.value.cursor !== null;
  const minutes = new Map(
    workflows.map(({ projectId, workflowId, objective }) => [
      toKey(projectId, workflowId),
      objective.minutes,
    ]),
  );
  const late = new Map<string, number>();
  for (const batch of itemsOfKind(read.value.items, 'Batch').own.map(batchRow)) {
    const key = toKey(batch.projectId, batch.workflowId ?? '');
    const most = minutes.get(key);
    const submittedAt = Date.parse(batch.createdAt ?? '');
    if (most === undefined || batch.run !== 1 || !(now - submittedAt > most * 60_000)) continue;
    late.set(key, (late.get(key) ?? 0) + 1);
  }
  return {
    isAtLeast,
    get(key) {
      const batches = late.get(key);
      return batches === undefined ? undefined : { batches, isAtLeast };
    },
  };
}

/** Says why nothing is counted, so that a page does not show 0 for what no pipeline counts. */
async function findWhyNot(
  rows: readonly ObjectiveRow[],
  { doors, session }: ObjectiveParts,
  { reader, paid }: Reads,
): Promise<string | null> {
  if (rows.length === 0) {
    const { who } = session();
    if (who === null) return null;
    const offer = await findOffer(doors().pipeline, 'changeObjective', who.id);
    return offer.kind === 'not-offered' ? `${notCounted} ${offer.why}` : null;
  }
  if (rows.some(({ month, uncounted }) => (month?.batches ?? 0) > 0 || uncounted > 0)) {
    return rows.every(({ month }) => month === null) ? `${notCounted} ${madeBefore}` : null;
  }
  if (rows.every(({ month }) => month === null)) return null;
  // No run has ended this month, or nothing sums up the runs of this deployment.
  const state = paid(await reader.run('extraction.attentionState', {}));
  return state.ok && state.value.items.length === 0 ? `${notCounted} ${madeBefore}` : null;
}

const notCounted = 'This deployment does not count durations.';
const madeBefore = 'Its pipeline was made before they were counted. Update the pipelines to compare batches.';

const order: readonly NonNullable<ObjectiveRow['month']>['standing'][] = [
  'spent',
  'soon',
  'within',
  'too early',
];

function byStanding(one: ObjectiveRow, other: ObjectiveRow): number {
  return (
    rankRow(one) - rankRow(other) ||
    (one.month?.left ?? 0) - (other.month?.left ?? 0) ||
    (nameRow(one) < nameRow(other) ? -1 : 1)
  );
}

function rankRow({ month }: ObjectiveRow): number {
  return month === null ? order.length : order.indexOf(month.standing);
}

function nameRow({ tenantName, tenantId, projectId, workflowId }: ObjectiveRow): string {
  return [tenantName ?? tenantId, projectId, workflowId].join('/');
}
