import type {
  ChangedCorrections,
  DriftOfWorkflow,
  FoundDrift,
} from '#shared/contract/changed-corrections.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { attentionShards } from '#shared/domain/attention.ts';
import {
  otherSuppliers,
  seriesKinds,
  toSeries,
  type CorrectionSeries,
  type CountedDay,
} from '#shared/domain/review/correction-counts.ts';
import { addDays, countedDays, driftRule, findDrifts, type Drift } from '#shared/domain/review/drift.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import { passingReader, type StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { chooseSource, type AttentionStore } from '../../reads/attention.ts';
import { concernsAll, everyItem, paidReads } from '../../reads/paid-reads.ts';
import { readRow } from '../../rows/read-row.ts';
import { shownText } from '../../rows/shown-text.ts';
import type { CauseReads } from './cause-reads.ts';
import type { IncidentsParts } from './incidents-handlers.ts';

/** The counts of a workflow on a day. */
export interface DayOfCounts extends CountedDay {
  readonly workflowId: string;
  readonly projectId: string | null;
  /** The names of suppliers by their hash. */
  readonly suppliers: ReadonlyMap<string, string>;
}

/** A tenant with a hundred workflows has this many items, and a page holds some hundred of them. */
const mostPages = 12;
/** People who see only some tenants have them asked one by one, up to so many. */
const mostTenants = 3;

/**
 * Lists the workflows whose corrections have changed: of one tenant by one question, and of all tenants from what the
 * pipeline keeps about them. Where it keeps nothing of that, all tenants are not asked, because that would take a
 * question for each.
 */
export function listChangedCorrections(
  parts: IncidentsParts,
  attention: AttentionStore,
): Handlers['incidents.corrections'] {
  return async ({ tenantId }) => {
    const session = parts.session();
    if (tenantId !== null && !maySeeTenant(session.who, tenantId))
      return outOfScope(tenantId, 'Nothing was read.');
    const reads = beginReads(parts);
    const own = tenantId === null ? listOnlyTenants(session.who) : [tenantId];
    if (own !== null) {
      const some = own.length <= mostTenants ? own : [];
      return reads.billed(await listOfTenants(some, reads, { session, attention }));
    }
    const source = await chooseSource(null, session, { attention, reader: reads.reader, reads });
    if (!source.ok) return reads.billed<never>(source);
    if (source.value.from === 'tenants') {
      const { whyNot } = source.value;
      return reads.billed(ok({ ...toAnswer(reads, []), asked: 'no one', whyNotAttention: whyNot }));
    }
    return reads.billed(await listOfAll(reads, { session, attention }));
  };
}

function beginReads({ doors, now }: IncidentsParts): CauseReads {
  const { paid, billed } = paidReads({ pattern: 'extraction.correctionsOfTenant', index: 'table' }, now);
  let calls = 0;
  return {
    reader: passingReader(doors().reader),
    now: now(),
    problems: [],
    calls: () => calls,
    billed,
    paid(result) {
      calls += result.receipt?.pages ?? 0;
      return paid(result);
    },
  };
}

function toAnswer(reads: CauseReads, workflows: readonly DriftOfWorkflow[]): ChangedCorrections {
  return {
    asked: 'tenants',
    whyNotAttention: null,
    workflows: workflows.toSorted((a, b) => (a.drift.beganOn < b.drift.beganOn ? 1 : -1)),
    isCounted: true,
    isAll: true,
    problems: [...reads.problems],
    calls: reads.calls(),
    readAt: new Date(reads.now).toISOString(),
  };
}

interface Names {
  readonly session: Session;
  readonly attention: AttentionStore;
}

async function listOfTenants(
  tenantIds: readonly string[],
  reads: CauseReads,
  names: Names,
): Promise<Result<ChangedCorrections>> {
  if (tenantIds.length === 0) return ok({ ...toAnswer(reads, []), asked: 'no one' });
  const workflows: Omit<DriftOfWorkflow, 'tenantName'>[] = [];
  let [isCounted, isAll] = [false, true];
  for (const tenantId of tenantIds) {
    const read = await everyItem(
      async (cursor) =>
        reads.paid(await reads.reader.run('extraction.correctionsOfTenant', { tenantId }, { cursor })),
      mostPages,
    );
    if (!read.ok) {
      if (concernsAll(read.failure) || tenantIds.length === 1) return read;
      reads.problems.push(`Couldn't read the corrections of ${tenantId}. ${read.failure.message}`);
      isAll = false;
      continue;
    }
    isAll &&= read.value.isAll;
    const days = read.value.items.map(toDayOfCounts).filter(({ day }) => isCountedDay(day, reads.now));
    isCounted ||= days.length > 0;
    for (const [workflowId, own] of groupByWorkflow(days)) {
      const [drift] = findDrifts(namedSeries(own), toDay(reads.now));
      const projectId = own.at(-1)?.projectId;
      if (!drift || typeof projectId !== 'string') continue;
      workflows.push({ tenantId, projectId, workflowId, drift: toFoundDrift(drift, joinSuppliers(own)) });
    }
  }
  return ok({ ...toAnswer(reads, await withNames(workflows, reads, names)), isCounted, isAll });
}

async function listOfAll(reads: CauseReads, names: Names): Promise<Result<ChangedCorrections>> {
  const answers = await Promise.all(
    attentionShards.map(async (shard) =>
      reads.paid(await reads.reader.run('extraction.driftOfAll', { shard }, { pageSize: mostOfShard })),
    ),
  );
  const workflows: Omit<DriftOfWorkflow, 'tenantName'>[] = [];
  let isAll = true;
  for (const answer of answers) {
    if (!answer.ok) return answer;
    isAll &&= answer.value.cursor === null;
    workflows.push(...answer.value.items.flatMap((item) => toDriftOfWorkflow(item, reads.now)));
  }
  return ok({
    ...toAnswer(reads, await withNames(workflows, reads, names)),
    asked: 'attention',
    isAll,
  });
}

const mostOfShard = 50;

async function withNames(
  workflows: readonly Omit<DriftOfWorkflow, 'tenantName'>[],
  reads: CauseReads,
  { session, attention }: Names,
): Promise<DriftOfWorkflow[]> {
  if (workflows.length === 0) return [];
  const tenantIds = workflows.map(({ tenantId }) => tenantId);
  const names = await attention.names(session, tenantIds, { reader: reads.reader, reads });
  return workflows.map((one) => ({ ...one, tenantName: names.get(one.tenantId) ?? null }));
}

/** An item of another shape, and one that no decision has looked at since the change became usual, is left out. */
function toDriftOfWorkflow(item: StoredItem, now: number): Omit<DriftOfWorkflow, 'tenantName'>[] {
  const { read, id } = readRow(item, 'Drift');
  const beganOn = read.time('beganAt')?.slice(0, 10);
  const kind = read.oneOf('kind', seriesKinds);
  const sizes = ['usualRead', 'usualCorrected', 'recentRead', 'recentCorrected'].map((name) =>
    read.size(name),
  );
  const [usualRead, usualCorrected, recentRead, recentCorrected] = sizes;
  const projectId = read.whole('projectId');
  if (beganOn === undefined || kind === null || projectId === null || sizes.includes(null)) return [];
  if (item.expired || read.flag('isOver', 'optional') === true) return [];
  if (beganOn < addDays(toDay(now), 1 - driftRule.recentDays)) return [];
  return [
    {
      tenantId: id('tenantId'),
      projectId,
      workflowId: id('workflowId'),
      drift: {
        kind,
        name: kind === 'all' ? '' : (read.text('name') ?? ''),
        supplierName: read.text('supplierName', 'optional'),
        beganOn,
        usual: { read: usualRead ?? 0, corrected: usualCorrected ?? 0 },
        recent: { read: recentRead ?? 0, corrected: recentCorrected ?? 0 },
        p: Number(read.text('p') ?? 1) || 0,
      },
    },
  ];
}

export function toDayOfCounts(item: StoredItem): DayOfCounts {
  const { read, id } = readRow(item, 'CorrectionsOfDay');
  const [figures, suppliers] = [read.map('figures', 'optional'), read.map('suppliers', 'optional')];
  return {
    workflowId: id('workflowId'),
    day: id('day'),
    projectId: read.whole('projectId', 'optional'),
    figures: Object.fromEntries(
      (figures?.names() ?? []).map((name) => [name, figures?.number(name, 'optional') ?? 0]),
    ),
    suppliers: new Map(
      (suppliers?.names() ?? []).map((hash) => [hash, suppliers?.text(hash, 'optional') ?? shownText(hash)]),
    ),
  };
}

/** An item may be deleted some days after it has expired. */
export function isCountedDay(day: string, now: number): boolean {
  return day <= toDay(now) && day >= addDays(toDay(now), 1 - countedDays) && !Number.isNaN(Date.parse(day));
}

/** The other suppliers of a day are not the other suppliers of another day. */
export function namedSeries(days: readonly CountedDay[]): CorrectionSeries[] {
  return toSeries(days).filter(({ kind, name }) => kind !== 'supplier' || name !== otherSuppliers);
}

export function joinSuppliers(days: readonly DayOfCounts[]): ReadonlyMap<string, string> {
  return new Map(days.flatMap(({ suppliers }) => [...suppliers]));
}

export function toFoundDrift(
  { kind, name, beganOn, usual, recent, p }: Drift,
  suppliers: ReadonlyMap<string, string>,
): FoundDrift {
  return { kind, name, supplierName: nameSupplier({ kind, name }, suppliers), beganOn, usual, recent, p };
}

export function nameSupplier(
  { kind, name }: Pick<Drift, 'kind' | 'name'>,
  suppliers: ReadonlyMap<string, string>,
): string | null {
  return kind === 'supplier' ? (suppliers.get(name) ?? null) : null;
}

function groupByWorkflow(days: readonly DayOfCounts[]): ReadonlyMap<string, readonly DayOfCounts[]> {
  const groups = new Map<string, DayOfCounts[]>();
  for (const day of days) groups.set(day.workflowId, [...(groups.get(day.workflowId) ?? []), day]);
  return groups;
}

export function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
