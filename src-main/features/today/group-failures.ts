import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { groupsOfToday, type FailedBatch } from '#shared/domain/today-figures.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { TodayGroups } from '#shared/contract/today.ts';
import { concernsAll } from '../../reads/paid-reads.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { batchesByStatus, troubleByCause } from './batches-by-status.ts';
import { fromAttentionOr, groupsFromAttention, type FleetParts } from './from-attention.ts';
import {
  askedTenants,
  tenantsOfToday,
  todayReads,
  type ListingParts,
  type TodayReads,
} from './today-reads.ts';

/** People ask about the latest failures; Triage shows the rest. */
const mostBatches = 5;
/** A page of documents with their fields takes some 50 read units. */
const pageOfDocuments = 100;

/** Groups the reasons why the documents of the newest failed batches failed. */
export function groupFailures({
  doors,
  session,
  attention,
  readList,
  now,
}: ListingParts): Handlers['today.groups'] {
  return async ({ tenantId }) => {
    const asked = { pattern: 'extraction.documentsByStatus', index: 'GSI2' } as const;
    const held = session();
    const own = todayReads(asked, { reader: doors().reader, who: held.who, now });
    const parts = { ...own, session: held, attention, readList };
    return own.reads.billed(
      await fromAttentionOr(tenantId, parts, {
        attention: (answeredFrom) => groupsFromAttention(answeredFrom, parts),
        tenants: (whyNot) => groupsOfTenants(tenantId, whyNot, parts),
      }),
    );
  };
}

async function groupsOfTenants(
  tenantId: string | null,
  whyNot: string | null,
  parts: FleetParts & Pick<ListingParts, 'readList'>,
): Promise<Result<TodayGroups>> {
  const { calls, readAt, now: begun } = parts;
  const scope = await tenantsOfToday(tenantId, parts);
  if (!scope.ok) return scope;
  const failed = await batchesByStatus(scope.value, ['FAILED'], parts);
  if (!failed.ok) return failed;
  const { batches, isAll } = failed.value.of('FAILED');
  const withFailures = batches.map(({ batch }) => batch).filter(({ counts }) => counts.FAILED !== 0);
  const read = await failedDocuments(withFailures.slice(0, mostBatches), parts);
  if (!read.ok) return read;
  const { found, isCut, problems } = read.value;
  return ok({
    answeredFrom: askedTenants(scope.value, whyNot),
    groups: groupsOfToday(found, begun),
    batchesRead: found.length,
    batchesLeft: { count: withFailures.length - found.length, isAtLeast: !isAll },
    documentsRead: {
      count: found.reduce((sum, { documents }) => sum + documents.length, 0),
      isAtLeast: isCut,
    },
    problems: [...scope.value.problems, ...failed.value.problems, ...problems],
    calls: calls(),
    readAt: readAt(),
  });
}

interface Documents {
  readonly found: readonly FailedBatch[];
  /** This is true when one of the batches has more failed documents. */
  readonly isCut: boolean;
  readonly problems: readonly string[];
}

async function failedDocuments(
  batches: readonly Batch[],
  { reader, reads }: TodayReads,
): Promise<Result<Documents>> {
  const answers = await Promise.all(
    batches.map(async (batch) => {
      const { tenantId, batchId } = batch;
      const key = { tenantId, batchId, status: 'FAILED' };
      const options = { pageSize: pageOfDocuments };
      const read = reads.paid(await reader.run('extraction.documentsByStatus', key, options));
      return { batch, read };
    }),
  );
  const trouble = troubleByCause();
  const found: FailedBatch[] = [];
  let isCut = false;
  let stopped: Failure | null = null;
  for (const { batch, read } of answers) {
    if (read.ok) {
      found.push({ batch, documents: itemsOfKind(read.value.items, 'Document').own.map(documentRow) });
      isCut ||= read.value.cursor !== null;
    } else if (concernsAll(read.failure)) stopped ??= read.failure;
    else trouble.note(`the failed documents of ${batch.batchId}`, read.failure);
  }
  if (stopped !== null) return { ok: false, failure: stopped };
  return ok({ found, isCut, problems: trouble.sentences() });
}
