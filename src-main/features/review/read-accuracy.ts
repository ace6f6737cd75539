import { findDeclared } from '#shared/catalogue/declaration.ts';
import { keyText, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Accuracy } from '#shared/contract/review-figures.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { observedAccuracy, type Judgement } from '#shared/domain/review/observed-accuracy.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { passingReader, type StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { paidReads } from '../../reads/paid-reads.ts';
import { schemaTypes, type QueueReads } from '../../reads/queue-filters.ts';
import { readFinding, mapIn, saysTheSame, type SchemaTypes } from '../../rows/judged-document.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { explainCut, newBatchBudget, newestBatches, nextBatch, type NewestParts } from './newest-batches.ts';
import type { QueueParts } from './read-queue.ts';

interface WorkflowKey {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
}

const anHour = 3_600_000;
/** These limits are enough to learn from, and no more than a page of a project's history. */
const most = { batches: 12, documents: 400, looked: 40, read: 6_000 };

/**
 * Measures how often the readings of a workflow were right according to reviewers. It is read at most once an hour.
 */
export function readAccuracy({ doors, session, orders, now }: QueueParts): Handlers['review.accuracy'] {
  const kept = storeAnswers<Accuracy>(now, { longest: anHour, mostKept: 50 });

  return ({ tenantId, projectId, workflowId }) => {
    const { connection, who, sandboxResets } = session();
    // This comes before the cache, because another person may have asked for it.
    if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    const reader = passingReader(doors().reader);
    const order = orders.of({ connection, sandboxResets });
    const key = JSON.stringify([connection.id, sandboxResets, tenantId, projectId, workflowId]);
    return kept.get(key, async () => {
      const reads = paidReads({ pattern: 'extraction.documentsOfBatch', index: 'table' }, now);
      return reads.billed(
        await learn({ tenantId, projectId, workflowId }, now(), {
          reader,
          reads,
          order,
          budget: newBatchBudget(),
        }),
      );
    });
  };
}

async function learn(key: WorkflowKey, now: number, parts: NewestParts): Promise<Result<Accuracy>> {
  const { tenantId, projectId, workflowId } = key;
  const types = await schemaTypes(key, parts);
  if (!types.ok) return types;

  const judgements: Judgement[] = [];
  let [batches, documents, looked, read] = [0, 0, 0, 0];
  let since: string | null = null;
  let left = newestBatches(tenantId, [projectId]);
  while (batches < most.batches && documents < most.documents && looked < most.looked && read < most.read) {
    const next = await nextBatch(left, parts);
    if (!next.ok) return next;
    const { batch, rest } = next.value;
    left = rest;
    if (batch === null) break;
    if (batch.workflowId !== workflowId || batch.counts.SUCCEEDED === 0) continue;
    const judged = await judgedBatch(batch, {
      ...parts,
      types: types.value,
      now,
      mostRead: most.read - read,
    });
    if (!judged.ok) return judged;
    looked += 1;
    read += judged.value.read;
    since = batch.createdAt ?? since;
    if (judged.value.documents === 0) continue;
    batches += 1;
    documents += judged.value.documents;
    judgements.push(...judged.value.judgements);
  }
  return ok({
    workflowId,
    fields: observedAccuracy(judgements),
    documents,
    batches,
    since,
    cut: explainCut(left),
    readAt: new Date(now).toISOString(),
  });
}

interface Parts extends QueueReads {
  readonly types: SchemaTypes | null;
  readonly now: number;
  readonly mostRead: number;
}

interface Judged {
  readonly judgements: readonly Judgement[];
  /** Counts the documents that gave judgements; `read` counts all that were read. */
  readonly documents: number;
  readonly read: number;
}

/** Judges page by page, so that the values of a batch are never all in memory. */
async function judgedBatch(
  { tenantId, batchId }: Batch,
  { reader, reads, types, now, mostRead }: Parts,
): Promise<Result<Judged>> {
  const judgements: Judgement[] = [];
  let [documents, read] = [0, 0];
  let cursor: string | null | undefined;
  while (cursor !== null && read < mostRead) {
    const page = reads.paid(
      await reader.run('extraction.documentsOfBatch', { tenantId, batchId }, { cursor }),
    );
    if (!page.ok) return page;
    for (const item of itemsOfKind(page.value.items, 'Document').own) {
      const judged = judgedFields(item, types, now);
      if (judged === null || judged.length === 0) continue;
      documents += 1;
      judgements.push(...judged);
    }
    read += page.value.items.length;
    cursor = page.value.cursor;
  }
  return ok({ judgements, documents, read });
}

/**
 * Returns what a person found about the readings in a document; null if none has looked, or may still undo it. Cells of
 * the table of lines are left out, because they cannot be told apart by name.
 */
export function judgedFields(
  { attributes }: Pick<StoredItem, 'attributes'>,
  types: SchemaTypes | null,
  now: number,
): readonly Judgement[] | null {
  const finding = readFinding(attributes, now);
  // A rejection does not say which field it was for.
  if (finding === null || finding.by === 'rejection') return null;
  if (finding.by === 'check') return checkedFields(attributes, finding.found, types);
  return reviewedFields(attributes, finding.fields, types);
}

/**
 * Uses only the flagged fields of a review, because a person has looked at each of them and need not look at the
 * others. Counting the others as right would flatter the scores, since an overlooked error would be right too. Counting
 * only those that were corrected by chance would make the scores worse than they are.
 */
function reviewedFields(attributes: Attributes, before: Attributes, types: SchemaTypes | null): Judgement[] {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(fields).flatMap((name) => {
    const decided = mapIn(fields, name);
    // A field that the review changed has its former value in the data for undoing it.
    const isChanged = findDeclared(before, name) !== undefined;
    const read = isChanged ? mapIn(before, name) : decided;
    if (!isFlagged(read)) return [];
    return judgement(name, read, isChanged ? (keyText(decided, 'value') ?? '') : undefined, types);
  });
}

/** Uses every field of a check, because the person was asked to look at all of them. */
function checkedFields(attributes: Attributes, found: Attributes, types: SchemaTypes | null): Judgement[] {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(fields).flatMap((name) => {
    const isFound = findDeclared(found, name) !== undefined;
    const read = mapIn(fields, name);
    return judgement(name, read, isFound ? (keyText(found, name) ?? '') : undefined, types);
  });
}

/**
 * Skips a field without a score, because it teaches nothing about scores. `instead` is empty for a field that is not on
 * the document or cannot be read, which is right only where nothing was read.
 */
function judgement(
  field: string,
  read: Attributes,
  instead: string | undefined,
  types: SchemaTypes | null,
): Judgement[] {
  const value = keyText(read, 'value');
  const confidence = Number(keyText(read, 'confidence') ?? Number.NaN);
  if (value === undefined || !(confidence >= 0 && confidence <= 1)) return [];
  const type = findDeclared(types ?? {}, field) ?? null;
  const isRight = instead === undefined || saysTheSame(type, value, instead);
  return [{ field, confidence, isRight }];
}

function isFlagged(field: Attributes): boolean {
  const flags = findDeclared(field, 'flags');
  return flags !== undefined && 'L' in flags && flags.L.length > 0;
}

/** Caches answers that take a while to read and stay valid for some time. */
interface StoredAnswers<T> {
  /** Shares one read among callers. Only the caller that began it gets its cost. */
  get(key: string, read: () => Promise<Result<T>>): Promise<Result<T>>;
}

export function storeAnswers<T>(
  now: () => number,
  { longest, mostKept }: { readonly longest: number; readonly mostKept: number },
): StoredAnswers<T> {
  const kept = new Map<string, { readonly answer: Promise<Result<T>>; readonly until: number }>();

  return {
    async get(key, read) {
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) {
        const answer = await known.answer;
        return answer.ok ? { ok: true, value: answer.value } : { ok: false, failure: answer.failure };
      }
      const entry = { answer: read(), until: now() + longest };
      kept.delete(key);
      kept.set(key, entry);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      // A failed answer is asked for again the next time, also after an exception.
      const forget = (): void => void (kept.get(key) === entry && kept.delete(key));
      try {
        const answer = await entry.answer;
        if (!answer.ok) forget();
        return answer;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}
