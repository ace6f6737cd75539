import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { mostInPlan } from '#shared/domain/job-kinds/job-kind.ts';
import type { MatchingDocuments, TargetOf } from '#shared/domain/job-kinds/targets.ts';
import { matchDocuments } from '#shared/domain/matching-documents.ts';
import type { DocumentStatus } from '#shared/domain/statuses.ts';
import { passingReader, type PageRead } from '../../aws/dynamodb/reading.ts';
import { documentRow } from '../../rows/document-rows.ts';
import type { Metered } from './estimate.ts';
import type { DraftParts } from './plan-draft.ts';

type DocumentsTarget = TargetOf<'reprocess'>;
type FindParts = Pick<DraftParts, 'reader' | 'reads'>;

/** The documents of a batch that match the description of a plan. */
export interface FoundDocuments {
  /** At most as many as a plan may have, in the order in which they were read. */
  readonly ids: readonly string[];
  /** How many match, also beyond those of the plan. */
  readonly matched: number;
  /** Whether a document that was read again still matches. */
  readonly stillMatches: (row: DocumentRow) => boolean;
  /** Documents of the batch that have ended: what they used is the best estimate for the others. */
  readonly ended: readonly Metered[];
  readonly checks: Plan['checks'];
}

/**
 * Finds the documents once. An index is asked where it has all of the statuses; the documents are read from the base
 * table where it has not, or where it lists fewer than the batch counts.
 */
export async function findDocuments(
  target: DocumentsTarget & { readonly matching: MatchingDocuments },
  batch: Batch,
  parts: FindParts,
): Promise<Result<FoundDocuments>> {
  const { matching, fingerprint } = target;
  const matches = matchDocuments({ ...matching, fingerprint }, batch.runs);
  const statuses = [...new Set(matching.statuses)].filter((status) => batch.counts[status] !== 0);
  const read = await readMatching(target, batch, { statuses, matches }, parts);
  if (!read.ok) return read;
  const { ids, ended, from, isIncomplete } = read.value;
  const listed = [...ids];
  return ok({
    ids: listed.slice(0, mostInPlan),
    matched: listed.length,
    stillMatches: matches,
    ended,
    checks: [
      ...(listed.length > mostInPlan
        ? [
            {
              says: `The plan covers the first ${grouped(mostInPlan)} of ${grouped(listed.length)} that match: a plan has at most so many. Plan the rest when it has ended`,
              state: 'warning' as const,
            },
          ]
        : []),
      {
        says: `${counted(listed.length, 'document')} found in ${from}${listed.length === 0 ? '' : '. Documents that match later are not included'}`,
        state: 'good',
      },
      ...(isIncomplete
        ? [
            {
              says: 'The batch does not count these documents, and they leave GSI2 some time after they end: some may be missing',
              state: 'warning' as const,
            },
          ]
        : []),
    ],
  });
}

interface Wanted {
  readonly statuses: readonly DocumentStatus[];
  readonly matches: (row: DocumentRow) => boolean;
}

interface ReadMatching {
  readonly ids: ReadonlySet<string>;
  readonly ended: readonly Metered[];
  readonly from: string;
  readonly isIncomplete: boolean;
}

async function readMatching(
  { tenantId, batchId }: DocumentsTarget,
  { counts }: Batch,
  { statuses, matches }: Wanted,
  { reader, reads }: FindParts,
): Promise<Result<ReadMatching>> {
  const passing = passingReader(reader);
  const ids = new Set<string>();
  const take = (row: DocumentRow): void => {
    if (matches(row)) ids.add(row.documentId);
  };
  if (statuses.every((status) => indexed.has(status))) {
    let isWhole = true;
    let isCounted = true;
    for (const status of statuses) {
      let listed = 0;
      const asked = { tenantId, batchId, status };
      const read = await readPages(
        (cursor) => passing.run('extraction.documentsByStatus', asked, { cursor, pageSize }),
        reads,
        (row) => {
          // An index may be a moment behind.
          if (row.status === status) listed += 1;
          take(row);
        },
      );
      if (!read.ok) return read;
      const count = counts[status] ?? null;
      if (count === null) isCounted = false;
      else if (listed < count) isWhole = false;
    }
    if (isWhole) return ok({ ids, ended: [], from: 'GSI2', isIncomplete: !isCounted });
  }
  const ended: Metered[] = [];
  const asked = { tenantId, batchId };
  const read = await readPages(
    (cursor) => passing.run('extraction.documentsOfBatch', asked, { cursor, pageSize }),
    reads,
    (row) => {
      take(row);
      if (row.status === 'SUCCEEDED' && row.usage !== null) ended.push({ usage: row.usage });
    },
  );
  return read.ok ? ok({ ids, ended, from: 'the table of documents', isIncomplete: false }) : read;
}

/** Only these statuses have the keys of GSI2. */
const indexed: ReadonlySet<DocumentStatus> = new Set(['FAILED', 'REVIEW_REQUIRED', 'PROCESSING']);

/** A page holds 1 MB at most, whatever is asked for. */
const pageSize = 1_000;

async function readPages(
  ask: (cursor: string | undefined) => Promise<Result<PageRead>>,
  reads: FindParts['reads'],
  take: (row: DocumentRow) => void,
): Promise<Result<null>> {
  let cursor: string | undefined;
  do {
    const page = reads.paid(await ask(cursor));
    if (!page.ok) return page;
    for (const item of page.value.items) take(documentRow(item));
    cursor = page.value.cursor ?? undefined;
  } while (cursor !== undefined);
  return ok(null);
}
