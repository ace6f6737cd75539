import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { parseItemId } from '#shared/domain/many-batches.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import type { PipelineAnswer } from '../../pipeline/pipeline-api.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { buildPlace } from '../../rows/read-row.ts';
import type { JobAction, Look, SeenItems, Sent } from '../job-action.ts';

/** Names a batch by its keys. */
export interface BatchTarget {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
}

/** A document of a plan: its id there, and in its batch. */
export interface BatchItem {
  readonly id: string;
  readonly documentId: string;
}

export interface ItemsOfBatch {
  readonly target: BatchTarget;
  readonly items: readonly BatchItem[];
}

/** Groups items of a plan about documents by their batch, in the order of the items. */
export function groupByBatch({ target, many }: Plan, ids: readonly string[]): readonly ItemsOfBatch[] {
  if (many === undefined) {
    // The documents of a plan by description stand in its items, as those of a list do.
    if (!('projectId' in target)) throw new Error(`A plan to ${target.kind} is about no documents.`);
    return ids.length === 0 ? [] : [{ target, items: ids.map((id) => ({ id, documentId: id })) }];
  }
  const groups = new Map<number, { readonly target: BatchTarget; readonly items: BatchItem[] }>();
  for (const id of ids) {
    const { place, documentId } = parseItemId(id);
    const batch = many.batches[place - 1];
    if (batch === undefined) throw new Error(`The plan has no batch ${place}.`);
    const group = groups.get(place) ?? { target: batch, items: [] };
    group.items.push({ id, documentId });
    groups.set(place, group);
  }
  return [...groups.values()];
}

export interface DocumentsNow {
  /** By their ids in the plan. */
  readonly rows: ReadonlyMap<string, DocumentRow>;
  readonly runs: Batch['runs'];
  readonly seen: SeenItems;
}

/**
 * Reads the batch and then the documents by their keys. The batch is read first, so a run that it shows as ended has
 * also ended for them.
 */
export async function readItemsNow(
  reader: CatalogueReader,
  { target, items }: ItemsOfBatch,
): Promise<Result<DocumentsNow>> {
  const { tenantId, batchId } = target;
  const batches = await readBatchNow(reader, target);
  if (!batches.ok) return batches;
  const keys = items.map(({ documentId }) => ({ tenantId, batchId, documentId }));
  const documents = await reader.run('extraction.documentsByKeys', keys, { consistent: true });
  if (!documents.ok) return documents;
  const rows = documents.value.items.map(documentRow);
  const ids = new Map(items.map(({ id, documentId }) => [documentId, id]));
  return {
    ok: true,
    value: {
      rows: new Map(rows.map((row) => [ids.get(row.documentId) ?? '', row])),
      runs: batches.value[0]?.runs ?? {},
      seen: { documents: rows, batches: batches.value },
    },
  };
}

export async function readBatchNow(
  reader: CatalogueReader,
  { tenantId, projectId, batchId }: BatchTarget,
): Promise<Result<readonly Batch[]>> {
  const key = { tenantId, projectId, batchId };
  const read = await reader.run('extraction.batchByKey', key, { consistent: true });
  return read.ok ? { ok: true, value: read.value.items.map(batchRow) } : read;
}

/** Reads the batches of some items beside each other. They are few, because a job has few items under way. */
export async function readEachBatch(
  plan: Plan,
  ids: readonly string[],
  read: (batch: ItemsOfBatch) => Promise<Result<DocumentsNow>>,
): Promise<Result<Pick<DocumentsNow, 'rows' | 'seen'>>> {
  const all = await Promise.all(groupByBatch(plan, ids).map(read));
  const values: DocumentsNow[] = [];
  for (const one of all) {
    if (!one.ok) return one;
    values.push(one.value);
  }
  const seen = {
    documents: values.flatMap((one) => one.seen.documents),
    batches: values.flatMap((one) => one.seen.batches),
  };
  return { ok: true, value: { rows: new Map(values.flatMap(({ rows }) => [...rows])), seen } };
}

/** Rechecks and looks by the version and the status of the documents alone. */
export function watchDocuments(
  doors: () => ConnectionDoors,
  toLook: (row: DocumentRow | undefined) => Omit<Look, keyof Standing>,
): Pick<JobAction, 'recheck' | 'look'> {
  const readNow = (plan: Plan, ids: readonly string[]) =>
    readEachBatch(plan, ids, (batch) => readItemsNow(doors().reader, batch));
  return {
    async recheck(plan, ids) {
      const read = await readNow(plan, ids);
      if (!read.ok) return read;
      const { rows, seen } = read.value;
      const versions = plannedVersions(plan);
      const skip = new Map<string, string>();
      for (const id of ids) {
        const why = whyChanged(versions.get(id) ?? null, rows.get(id));
        if (why !== undefined) skip.set(id, why);
      }
      return { ok: true, value: { skip, seen } };
    },
    async look({ plan }, sent) {
      const ids = sent.map(({ id }) => id);
      const read = await readNow(plan, ids);
      if (!read.ok) return read;
      const { rows, seen } = read.value;
      for (const { target, items } of groupByBatch(plan, ids)) tellChanged(doors().reader, target, items);
      const looks = ids.map((id): [string, Look] => {
        const row = rows.get(id);
        return [id, { ...readStanding(row), ...toLook(row) }];
      });
      return { ok: true, value: { looks: new Map(looks), seen } };
    },
  };
}

type Standing = Pick<Look, 'status' | 'stage' | 'run' | 'endedAt' | 'usage'>;

function readStanding(row: DocumentRow | undefined): Standing {
  const { status = null, stage = null, run = null } = row ?? {};
  return { status, stage, run, endedAt: row?.statusSince ?? row?.updatedAt ?? null, usage: null };
}

/** Says how a document stands that another person or run has taken over. */
export function describeOvertaken(row: DocumentRow | undefined): Omit<Look, keyof Standing> {
  return { state: 'overtaken', note: row === undefined ? 'Document not found.' : `Now ${row.status}.` };
}

const versionsByPlan = new WeakMap<Plan, ReadonlyMap<string, number | null>>();

/** A plan never changes, so its 50,000 versions are put into a map once. */
export function plannedVersions(plan: Plan): ReadonlyMap<string, number | null> {
  const versions = versionsByPlan.get(plan) ?? new Map(plan.items.map(({ id, version }) => [id, version]));
  versionsByPlan.set(plan, versions);
  return versions;
}

export function whyChanged(planned: number | null, row: DocumentRow | undefined): string | undefined {
  if (row === undefined) return 'It is no longer there.';
  if (row.version !== null && row.version === planned) return undefined;
  const now = row.status === null ? '' : `, now ${row.status}`;
  return `Changed since the plan: version ${planned ?? 'unknown'} → ${row.version ?? 'unknown'}${now}.`;
}

/** Makes lists read these items themselves from now on, because an index may show their old status for a while. */
export function tellChanged(
  reader: CatalogueReader,
  { tenantId, projectId, batchId }: BatchTarget,
  items: readonly Pick<BatchItem, 'documentId'>[],
): void {
  reader.changed(extraction, [
    buildPlace('Batch', { tenantId, projectId, batchId }),
    ...items.map(({ documentId }) => buildPlace('Document', { tenantId, batchId, documentId })),
  ]);
}

type NotAnswered = Exclude<PipelineAnswer<'claimDocument'>, { readonly kind: 'answered' }>;

/** Translates an answer of the pipeline that says nothing about single documents. */
export function explainNotAnswered(answer: NotAnswered): Exclude<Sent, { readonly kind: 'accepted' }> {
  switch (answer.kind) {
    case 'problem':
      // The sign-in ended on the way, which says nothing about the documents; the call may succeed with the next token.
      if (answer.problem.status === 401) return { kind: 'not-sent', why: answer.problem.detail };
      return { kind: 'refused', why: `${answer.problem.title}: ${answer.problem.detail}` };
    case 'not-sent':
      // The same call would be just as invalid later.
      return { kind: answer.unfit === undefined ? 'not-sent' : 'refused', why: answer.why };
    default:
      return { kind: answer.kind, why: answer.why };
  }
}
