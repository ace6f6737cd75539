import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type {
  ChangeThen,
  CorrectedDocument,
  OpenedCorrections,
  SeriesRow,
} from '#shared/contract/changed-corrections.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import {
  countedReaders,
  type CorrectionSeries,
  type DayOfSeries,
} from '#shared/domain/review/correction-counts.ts';
import {
  addDays,
  computeDriftCost,
  countedDays,
  driftRule,
  findChangesAround,
  findDrifts,
  isAround,
  isOfDrift,
  proposeRule,
  proposeThreshold,
  shareCorrected,
  type Drift,
} from '#shared/domain/review/drift.ts';
import {
  findNewLayout,
  hasLayout,
  type NewLayout,
  type PlacedSample,
} from '#shared/domain/review/new-layout.ts';
import { defaultWeights } from '#shared/domain/review/rules.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { passingReader, type CatalogueReader, type StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { paidReads, type PaidReads } from '../../reads/paid-reads.ts';
import { readAttributes, readRow } from '../../rows/read-row.ts';
import { workflowEventRow, workflowRow } from '../../rows/tenant-rows.ts';
import {
  isCountedDay,
  joinSuppliers,
  namedSeries,
  nameSupplier,
  toDay,
  toDayOfCounts,
  toFoundDrift,
} from './changed-corrections.ts';
import type { IncidentsParts } from './incidents-handlers.ts';

/** A page of the newest corrected documents is evidence enough. */
const mostDocuments = 200;
const mostShown = 50;
const mostEvents = 25;

/** Reads everything about the corrections of a workflow, in four questions. */
export function openCorrections(parts: IncidentsParts): Handlers['incidents.correctionsOf'] {
  return async ({ tenantId, workflowId, of }) => {
    if (!maySeeTenant(parts.session().who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    const now = parts.now();
    const reads = paidReads({ pattern: 'extraction.correctionsOfWorkflow', index: 'table' }, parts.now);
    return reads.billed(
      await open({ tenantId, workflowId, of }, { reader: passingReader(parts.doors().reader), reads, now }),
    );
  };
}

interface Asked {
  readonly tenantId: string;
  readonly workflowId: string;
  readonly of?: Pick<Drift, 'kind' | 'name'> | undefined;
}

interface Reads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  readonly now: number;
}

async function open({ tenantId, workflowId, of }: Asked, parts: Reads): Promise<Result<OpenedCorrections>> {
  const { reader, reads, now } = parts;
  const today = toDay(now);
  const fromDay = addDays(today, 1 - countedDays);
  const asked = { tenantId, workflowId, fromDay, toDay: today };
  const counts = reads.paid(await reader.run('extraction.correctionsOfWorkflow', asked));
  if (!counts.ok) return counts;
  const days = counts.value.items.map(toDayOfCounts).filter(({ day }) => isCountedDay(day, now));
  const series = namedSeries(days);
  const drifts = findDrifts(series, today);
  const drift = drifts.find((one) => of === undefined || isSame(one, of));
  const shown = drift ?? { ...(of ?? { kind: 'all' as const, name: '' }), beganOn: addDays(today, -6) };
  const projectId = days.at(-1)?.projectId ?? null;
  const problems: string[] = [];
  const [workflow, changes, samples] = await Promise.all([
    readWorkflow({ tenantId, projectId, workflowId }, parts, problems),
    readHistory({ tenantId, workflowId }, shown.beganOn, parts, problems),
    readDocuments({ tenantId, workflowId }, shown.beganOn, parts, problems),
  ]);
  const suppliers = joinSuppliers(days);
  const own = samples.documents.filter(({ sample }) => isOfDrift(sample, shown));
  const evidence = own.map(({ sample }) => sample);
  const layout = drift && findNewLayout(evidence, drift, days);
  const reviewThreshold = workflow?.reviewThreshold ?? null;
  const rule =
    drift && workflow && proposeRule(evidence, drift, (name) => workflow.rules[name] ?? defaultWeights[name]);
  return ok({
    tenantId,
    workflowId,
    projectId,
    workflowName: workflow?.name ?? null,
    reviewThreshold,
    isCounted: days.length > 0,
    drift: drift === undefined ? null : toFoundDrift(drift, suppliers),
    others: drifts.filter((one) => one !== drift).map((one) => toFoundDrift(one, suppliers)),
    days: fillDays(series.find((one) => isSame(one, shown))?.days ?? [], fromDay),
    series: listSeries(series, drifts, { beganOn: shown.beganOn, suppliers }),
    documents: own.slice(0, mostShown).map(({ document, sample }) => ({
      ...document,
      hasNewLayout: layout !== undefined && hasLayout(sample, layout),
    })),
    areMoreDocuments: samples.areMore || own.length > mostShown,
    changes:
      drift === undefined
        ? []
        : [
            ...(layout ? [toChange(layout, suppliers)] : []),
            ...changes.events,
            ...findChangesAround(days, drift.beganOn),
          ],
    isHistoryCut: changes.isCut,
    cost: drift === undefined ? null : computeDriftCost(drift, days),
    threshold:
      (drift && reviewThreshold !== null && proposeThreshold(evidence, drift, reviewThreshold)) || null,
    rule: rule ?? null,
    problems,
    readAt: new Date(now).toISOString(),
  });
}

function toChange(
  { supplier, day, having, of }: NewLayout,
  suppliers: ReadonlyMap<string, string>,
): ChangeThen {
  return { what: 'layout', supplierName: suppliers.get(supplier) ?? null, day, having, of };
}

function isSame(one: Pick<Drift, 'kind' | 'name'>, other: Pick<Drift, 'kind' | 'name'>): boolean {
  return one.kind === other.kind && one.name === other.name;
}

/** A chart needs every day, also one without documents. */
function fillDays(days: readonly DayOfSeries[], fromDay: string): DayOfSeries[] {
  const known = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: countedDays }, (_, at) => {
    const day = addDays(fromDay, at);
    return known.get(day) ?? { day, read: 0, corrected: 0 };
  });
}

/** Compares every series before and since one day, so that those that have not changed can be seen beside the others. */
function listSeries(
  series: readonly CorrectionSeries[],
  drifts: readonly Drift[],
  { beganOn, suppliers }: { readonly beganOn: string; readonly suppliers: ReadonlyMap<string, string> },
): SeriesRow[] {
  const from = addDays(beganOn, -driftRule.usualDays);
  return series
    .map((one): SeriesRow => {
      const [usual, recent] = [
        sum(one.days.filter(({ day }) => day >= from && day < beganOn)),
        sum(one.days.filter(({ day }) => day >= beganOn)),
      ];
      return {
        kind: one.kind,
        name: one.name,
        supplierName: nameSupplier(one, suppliers),
        usual,
        recent,
        p: drifts.find((drift) => isSame(drift, one))?.p ?? null,
      };
    })
    .filter(({ usual, recent }) => usual.read + recent.read > 0)
    .toSorted((a, b) => (a.p ?? 2) - (b.p ?? 2) || grew(b) - grew(a) || (a.name < b.name ? -1 : 1));
}

function grew({ usual, recent }: SeriesRow): number {
  return shareCorrected(recent) - shareCorrected(usual);
}

function sum(days: readonly DayOfSeries[]): { read: number; corrected: number } {
  return days.reduce(
    (all, { read, corrected }) => ({ read: all.read + read, corrected: all.corrected + corrected }),
    { read: 0, corrected: 0 },
  );
}

async function readWorkflow(
  { tenantId, projectId, workflowId }: { tenantId: string; projectId: string | null; workflowId: string },
  { reader, reads }: Reads,
  problems: string[],
): Promise<Workflow | undefined> {
  if (projectId === null) return undefined;
  const read = reads.paid(await reader.run('extraction.workflowById', { tenantId, projectId, workflowId }));
  if (!read.ok) {
    problems.push(`Couldn't read the workflow, so nothing is proposed. ${read.failure.message}`);
    return undefined;
  }
  const [item] = read.value.items;
  return item && workflowRow(item);
}

async function readHistory(
  key: { readonly tenantId: string; readonly workflowId: string },
  beganOn: string,
  { reader, reads }: Reads,
  problems: string[],
): Promise<{ readonly events: ChangeThen[]; readonly isCut: boolean }> {
  const read = reads.paid(await reader.run('extraction.workflowHistory', key, { pageSize: mostEvents }));
  if (!read.ok) {
    problems.push(`Couldn't read the history of the workflow. ${read.failure.message}`);
    return { events: [], isCut: true };
  }
  const events = read.value.items.map(workflowEventRow);
  const oldest = events.at(-1)?.at ?? null;
  return {
    events: events
      .filter(({ at }) => at !== null && isAround(at.slice(0, 10), beganOn))
      .map(({ at, what, actor, reason }) => ({ what: 'workflow', at, event: what, actor, reason })),
    isCut: read.value.cursor !== null && oldest !== null && oldest.slice(0, 10) >= beganOn,
  };
}

interface Evidence {
  readonly document: Omit<CorrectedDocument, 'hasNewLayout'>;
  readonly sample: PlacedSample;
}

async function readDocuments(
  key: { readonly tenantId: string; readonly workflowId: string },
  beganOn: string,
  { reader, reads, now }: Reads,
  problems: string[],
): Promise<{ readonly documents: Evidence[]; readonly areMore: boolean }> {
  const between = { from: `${beganOn}T00:00:00.000Z`, to: new Date(now + 60_000).toISOString() };
  const read = reads.paid(
    await reader.run('extraction.correctedDocuments', { ...key, ...between }, { pageSize: mostDocuments }),
  );
  if (!read.ok) {
    problems.push(`Couldn't read the corrected documents. ${read.failure.message}`);
    return { documents: [], areMore: false };
  }
  return { documents: read.value.items.map(toEvidence), areMore: read.value.cursor !== null };
}

function toEvidence(item: StoredItem): Evidence {
  const { read, id } = readRow(item, 'CorrectedDocument');
  const fields = (read.list('fields', 'optional') ?? []).flatMap(toCorrectedField);
  const score = read.number('score', 'optional');
  return {
    document: {
      batchId: id('batchId'),
      documentId: id('documentId'),
      fileName: read.text('fileName', 'optional'),
      at: id('at'),
      score,
      supplierName: read.text('supplierName', 'optional'),
      fields,
    },
    sample: {
      fields,
      supplier: read.whole('supplier', 'optional'),
      layout: read.whole('layout', 'optional'),
      rules: read.texts('rules'),
    },
  };
}

function toCorrectedField(value: AttributeValue): CorrectedDocument['fields'] {
  if (!('M' in value)) return [];
  const read = readAttributes(value.M, []);
  const name = read.text('name', 'optional');
  const reader = read.oneOf('reader', countedReaders, 'optional');
  return name === null || reader === null
    ? []
    : [{ name, reader, confidence: read.number('confidence', 'optional') }];
}
