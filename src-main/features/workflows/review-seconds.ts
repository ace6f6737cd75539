import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { PassportEvent, Usage } from '#shared/contract/triage.ts';
import type { ScoredDocument, WorkflowSample } from '#shared/contract/workflows.ts';
import { statusByScore, type DocumentStatus } from '#shared/domain/statuses.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { judgedDocument, type SchemaTypes } from '../../rows/judged-document.ts';
import { passportRow } from '../../rows/passport-rows.ts';
import type { SampleReads } from './workflow-sample.ts';

type Review = NonNullable<SampledDocument['review']>;

/** Each passport takes a query; this is enough for a median and costs only some read units. */
const most = 25;
const fewest = 5;
/** A longer look means that the person did something else meanwhile. */
const longestLook = 10 * 60_000;

/**
 * Measures how long the newest reviews took, from claim to decision. Null where too few are known. A passport that
 * could not be read counts as unknown, because the sample is worth more than this.
 */
export async function reviewSeconds(
  tenantId: string,
  reviews: readonly Review[],
  { reader, reads }: SampleReads,
): Promise<WorkflowSample['reviewSeconds']> {
  const newest = reviews.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, most);
  const passports = await Promise.all(
    newest.map(async ({ documentId }) =>
      reads.paid(await reader.run('extraction.documentHistory', { tenantId, documentId })),
    ),
  );
  const known: number[] = [];
  for (const passport of passports) {
    if (!passport.ok) continue;
    const ms = reviewMs(passport.value.items.map(passportRow));
    if (ms !== null) known.push(ms);
  }
  if (known.length < fewest) return null;
  return { median: Math.round(findMedian(known) / 100) / 10, n: known.length };
}

/**
 * Sums the time that people spent on a document, under four eyes that of both. Null where a decision has no claim
 * before it, or took longer than a person looks. `newestFirst` is the order in which a passport is read.
 */
export function reviewMs(newestFirst: readonly PassportEvent[]): number | null {
  const claims = new Map<string, number>();
  let sum: number | null = null;
  for (const { at, what, actor } of newestFirst.toReversed()) {
    const time = Date.parse(at ?? '');
    if (what === null || actor === null || Number.isNaN(time)) continue;
    // A new run discards earlier review work.
    if (what === 'reprocessed') {
      claims.clear();
      sum = null;
    }
    // A claim that is renewed before it expires belongs to the same look.
    if (what === 'claimed' && !claims.has(actor)) claims.set(actor, time);
    if (what === 'released' || what === 'handed over') claims.delete(actor);
    if (!deciding.has(what)) continue;
    const claimed = claims.get(actor);
    claims.delete(actor);
    if (claimed === undefined || time - claimed > longestLook) return null;
    sum = (sum ?? 0) + time - claimed;
  }
  return sum;
}

const deciding: ReadonlySet<string> = new Set(['first opinion', 'opinions differ', 'approved', 'rejected']);

function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

export interface SampledDocument {
  /** This is null where it has no usable score. */
  readonly scored: ScoredDocument | null;
  readonly hasFailedOtherwise: boolean;
  readonly usage: Usage | null;
  /** Identifies the review whose duration can be looked up. */
  readonly review: { readonly documentId: string; readonly at: string } | null;
}

/** Returns a document's score and its outcome, and no other value. */
export function sampledDocument(
  item: StoredItem,
  batch: Pick<Batch, 'confidenceThreshold' | 'reviewThreshold'>,
  types: SchemaTypes | null,
  now: number,
): SampledDocument {
  const { documentId, status, score, usage } = documentRow(item);
  const judged = judgedDocument(item, types, now);
  const wasChecked = keyText(item.attributes, 'checkedBy') !== undefined;
  const put = score === null ? null : putBy(score, status, batch);
  const isScore = score !== null && score >= 0 && score <= 1;
  const scored = isScore && put !== null ? { score, put, judged, wasChecked } : null;
  const reviewedAt = judged === null || wasChecked ? undefined : keyText(item.attributes, 'reviewedAt');
  return {
    scored,
    hasFailedOtherwise: scored === null && status === 'FAILED',
    usage,
    review: reviewedAt === undefined ? null : { documentId, at: reviewedAt },
  };
}

/** Returns null while it is in progress, because the score may be an earlier run's. */
function putBy(
  score: number,
  status: DocumentStatus | null,
  { confidenceThreshold, reviewThreshold }: Pick<Batch, 'confidenceThreshold' | 'reviewThreshold'>,
): ScoredDocument['put'] | null {
  if (status === null || status === 'QUEUED' || status === 'PROCESSING') return null;
  if (confidenceThreshold === null || reviewThreshold === null) {
    return status === 'REJECTED' ? 'REVIEW_REQUIRED' : status;
  }
  return statusByScore(score, { confidenceThreshold, reviewThreshold });
}
