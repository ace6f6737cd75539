import { findDeclared } from '#shared/catalogue/declaration.ts';
import { keyText, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { SamplePage } from '#shared/contract/review.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { sampled } from '#shared/domain/review/review-queue.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { everyItem, paidReads } from '../../reads/paid-reads.ts';
import type { QueueReads } from '../../reads/queue-filters.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { readRow } from '../../rows/read-row.ts';
import { projectRow } from '../../rows/tenant-rows.ts';
import {
  explainCut,
  newBatchBudget,
  newestBatches,
  nextBatch,
  type NewestBatches,
  type NewestParts,
} from './newest-batches.ts';
import { storePlaces } from '../../aws/places.ts';
import { documentKey, type QueueParts } from './read-queue.ts';

interface SamplePlace {
  readonly keptAt: number;
  readonly left: NewestBatches;
  /** Names the batch in the middle of which it stopped. */
  readonly open: { readonly batch: Batch; readonly cursor: string | undefined } | null;
  readonly said: Pick<SamplePage, 'accepted' | 'checked' | 'batches'>;
}

const mostProjectPages = 5;
/** Limits one call; it then answers with what was found, and the caller may continue. */
const most = { rows: 50, accepted: 1_000, pages: 30 };

/** Picks one in so many of the accepted documents, of the newest batches first. */
export function readSample({ doors, session, desk, orders, now }: QueueParts): Handlers['review.sample'] {
  const places = storePlaces<SamplePlace>(now);

  return async ({ tenantId, percent, acceptedBy = 'machine', cursor }) => {
    const { connection, who, sandboxResets } = session();
    if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    const { reader } = doors();
    const binding = JSON.stringify([
      connection.id,
      sandboxResets,
      who?.id ?? null,
      tenantId,
      percent,
      acceptedBy,
    ]);
    const reads = paidReads({ pattern: 'extraction.documentScores', index: 'table' }, now);

    const begun =
      cursor === undefined ? await begin(tenantId, { reader, reads }) : places.find(cursor, binding);
    if (!begun.ok) return reads.billed(begun);
    const order = orders.of({ connection, sandboxResets });
    const parts = {
      reader,
      reads,
      order,
      budget: newBatchBudget(),
      mayPick: acceptedBy === 'machine' ? wasAccepted : wasApprovedBy(who?.id ?? null),
      isFit: acceptedBy === 'machine' ? wasAccepted : isCheckableBy(who?.id ?? null, now()),
    };
    const found = await goOn(begun.value, percent, parts);
    if (!found.ok) return reads.billed(found);
    const { rows, place, throttled } = found.value;
    const drafts = new Set(desk.drafts().map(({ key }) => documentKey(key)));
    return reads.billed(
      ok({
        rows: rows.map((row) => ({ ...row, hasDraft: drafts.has(documentKey(row)) })),
        cursor: place.open === null && place.left.streams.size === 0 ? null : places.keep(place, binding),
        ...place.said,
        cut: explainCut(place.left),
        throttled,
      }),
    );
  };
}

async function begin(tenantId: string, { reader, reads }: QueueReads): Promise<Result<SamplePlace>> {
  const projects = await everyItem(
    async (cursor) => reads.paid(await reader.run('extraction.projectsOfTenant', { tenantId }, { cursor })),
    mostProjectPages,
  );
  if (!projects.ok) return projects;
  const { items, isAll } = projects.value;
  const ids = itemsOfKind(items, 'Project').own.map((item) => projectRow(item).projectId);
  const said = { accepted: 0, checked: 0, batches: 0 };
  return ok({ keptAt: 0, left: newestBatches(tenantId, ids, { isAll }), open: null, said });
}

interface Picking {
  /** Whether a document may be in the sample, by its data without values. */
  readonly mayPick: (item: StoredItem) => boolean;
  /** The same by the document itself. */
  readonly isFit: (item: StoredItem) => boolean;
}

async function goOn(
  place: SamplePlace,
  percent: number,
  parts: NewestParts & Picking,
): Promise<Result<{ rows: readonly Accepted[]; place: SamplePlace; throttled: number }>> {
  const rows: Accepted[] = [];
  let { left, open } = place;
  let { accepted, checked, batches } = place.said;
  let [pages, throttled] = [0, 0];
  const acceptedBefore = accepted;

  while (rows.length < most.rows && accepted - acceptedBefore < most.accepted && pages < most.pages) {
    if (open === null) {
      const next = await nextBatch(left, parts);
      if (!next.ok) return next;
      const { batch, rest } = next.value;
      left = rest;
      throttled += next.value.throttled;
      if (batch === null) break;
      if (batch.counts.SUCCEEDED === 0) continue;
      open = { batch, cursor: undefined };
      batches += 1;
    }
    const { batch, cursor } = open;
    const found = await sampleOfBatch(batch, cursor, percent, parts);
    if (!found.ok) return found;
    pages += 1;
    rows.push(...found.value.rows);
    accepted += found.value.accepted;
    checked += found.value.checked;
    throttled += found.value.throttled;
    open = found.value.cursor === null ? null : { batch, cursor: found.value.cursor };
  }
  return ok({ rows, throttled, place: { ...place, left, open, said: { accepted, checked, batches } } });
}

type Accepted = Omit<SamplePage['rows'][number], 'hasDraft'>;

interface SampleOfBatch {
  readonly rows: readonly Accepted[];
  readonly accepted: number;
  readonly checked: number;
  readonly cursor: string | null;
  readonly throttled: number;
}

/** Matches what one BatchGetItem takes. */
const pageOfBatch = 100;

/**
 * Picks documents by data without values. Only the item itself says who has checked it, so the picked ones are read.
 */
async function sampleOfBatch(
  batch: Batch,
  from: string | undefined,
  percent: number,
  { reader, reads, mayPick, isFit }: QueueReads & Picking,
): Promise<Result<SampleOfBatch>> {
  const { tenantId, batchId } = batch;
  const options = { cursor: from, pageSize: pageOfBatch };
  const scores = reads.paid(await reader.run('extraction.documentScores', { tenantId, batchId }, options));
  if (!scores.ok) return scores;
  const accepted = scores.value.items
    .filter(mayPick)
    .map((item) => readRow(item, 'Document').id('documentId'));
  const picked = accepted.filter((documentId) => sampled(documentId, percent));
  const { cursor, throttled } = scores.value;
  const counted = { accepted: accepted.length, cursor };
  if (picked.length === 0) return ok({ ...counted, rows: [], checked: 0, throttled });

  const keys = picked.map((documentId) => ({ tenantId, batchId, documentId }));
  const read = reads.paid(await reader.run('extraction.documentsByKeys', keys));
  if (!read.ok) return read;
  const now = read.value.items.filter(isFit);
  const unchecked = now.filter(({ attributes }) => keyText(attributes, 'checkedBy') === undefined);
  return ok({
    ...counted,
    rows: unchecked.map((item) => toAccepted(item, batch)),
    checked: now.length - unchecked.length,
    throttled: throttled + read.value.throttled,
  });
}

/** Tells whether the pipeline accepted it without a person. */
function wasAccepted({ attributes }: StoredItem): boolean {
  return keyText(attributes, 'status') === 'SUCCEEDED' && keyText(attributes, 'reviewedBy') === undefined;
}

/** Tells whether a reviewer other than this person decided it and it was accepted. */
function wasApprovedBy(me: string | null): Picking['mayPick'] {
  return ({ attributes }) => {
    const by = keyText(attributes, 'reviewedBy');
    return keyText(attributes, 'status') === 'SUCCEEDED' && by !== undefined && by !== me;
  };
}

/** The API refuses a check by anyone who has decided the document, and while its decision can be taken back. */
function isCheckableBy(me: string | null, now: number): Picking['isFit'] {
  return (item) => {
    const { attributes } = item;
    const isHeld = Date.parse(keyText(attributes, 'holdUntil') ?? '') > now;
    const isApproved = keyText(attributes, 'decision') === 'approve';
    return wasApprovedBy(me)(item) && isApproved && !isHeld && !gaveOpinion(attributes, me);
  };
}

function gaveOpinion(attributes: Attributes, me: string | null): boolean {
  const undo = findDeclared(attributes, 'undo');
  const opinions = undo !== undefined && 'M' in undo ? findDeclared(undo.M, 'opinions') : undefined;
  const all = opinions !== undefined && 'L' in opinions ? opinions.L : [];
  return all.some((opinion) => 'M' in opinion && keyText(opinion.M, 'by') === me);
}

function toAccepted(item: StoredItem, { tenantId, projectId, batchId, workflowId }: Batch): Accepted {
  const { read, id, asRead } = readRow(item, 'Document');
  const { version, updatedAt } = asRead();
  return {
    tenantId,
    projectId,
    batchId,
    documentId: id('documentId'),
    workflowId,
    fileName: read.text('fileName'),
    score: read.number('score', 'optional'),
    version,
    acceptedAt: read.time('statusSince', 'optional') ?? updatedAt,
  };
}
