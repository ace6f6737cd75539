import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { keyText } from '#shared/catalogue/items/sample-attributes.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Accuracy } from '#shared/contract/review.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { observedAccuracy, type Judgement } from '#shared/domain/review/observed-accuracy.ts';
import { maySeeTenant } from '#shared/domain/permissions.ts';
import { passingReader, type StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { paidReads } from '../../reads/paid-reads.ts';
import { schemaTypes, type QueueReads } from '../../reads/review-queue.ts';
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
/** Enough to learn from, and no more than a page of a project's history. */
const most = { batches: 12, documents: 400, looked: 40, read: 6_000 };

/** How often the readers of a workflow were right, as reviewers have found. Read at most once an hour. */
export function readAccuracy({ doors, session, orders, now }: QueueParts): Handlers['review.accuracy'] {
  const kept = storeAnswers<Accuracy>(now, { longest: anHour, mostKept: 50 });

  return ({ tenantId, projectId, workflowId }) => {
    const { connection, who, sandboxResets } = session();
    // Before what is kept: somebody else may have asked for it.
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
  /** Those that something was learnt from, and of how many. */
  readonly documents: number;
  readonly read: number;
}

/** Judged page by page: the values of a batch are never all here. */
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
 * What a person has found of the readings in a document; null where none has looked, or may still take it back.
 * Cells of the table of lines are left out: they are not told apart by name.
 */
export function judgedFields(
  { attributes }: Pick<StoredItem, 'attributes'>,
  types: SchemaTypes | null,
  now: number,
): readonly Judgement[] | null {
  const finding = readFinding(attributes, now);
  // Of a rejection nobody knows which field it was for.
  if (finding === null || finding.by === 'rejection') return null;
  if (finding.by === 'check') return checkedFields(attributes, finding.found, types);
  return reviewedFields(attributes, finding.fields, types);
}

/**
 * Of a review the flagged fields: somebody has looked at each. Nobody has to look at the others. To count them as right
 * would flatter the scores, since an error that was overlooked would be right, too; and to count those of them that were
 * corrected by chance, and not the rest, would make the scores worse than they are.
 */
function reviewedFields(attributes: Attributes, before: Attributes, types: SchemaTypes | null): Judgement[] {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(fields).flatMap((name) => {
    const decided = mapIn(fields, name);
    // What the review has changed stands as it was in what would undo it.
    const isChanged = findDeclared(before, name) !== undefined;
    const read = isChanged ? mapIn(before, name) : decided;
    if (!isFlagged(read)) return [];
    return judgement(name, read, isChanged ? (keyText(decided, 'value') ?? '') : undefined, types);
  });
}

/** Of a check every field: that is what a person was asked to look at. */
function checkedFields(attributes: Attributes, found: Attributes, types: SchemaTypes | null): Judgement[] {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(fields).flatMap((name) => {
    const isFound = findDeclared(found, name) !== undefined;
    const read = mapIn(fields, name);
    return judgement(name, read, isFound ? (keyText(found, name) ?? '') : undefined, types);
  });
}

/** Without a score there is nothing to learn of scores. `instead` is empty for what nobody can read. */
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
  const isRight = instead === undefined || (instead !== '' && saysTheSame(type, value, instead));
  return [{ field, confidence, isRight }];
}

function isFlagged(field: Attributes): boolean {
  const flags = findDeclared(field, 'flags');
  return flags !== undefined && 'L' in flags && flags.L.length > 0;
}

/** Answers that take a while to read, and are as good for some time. */
interface StoredAnswers<T> {
  /** Who asks while it is being read gets the same answer. Only who began it is told what it has cost. */
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
      // What failed is asked anew the next time; one that threw as well.
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
