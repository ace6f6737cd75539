import type { Batch } from '#shared/contract/pipeline-items.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { QueueInput } from '#shared/contract/review.ts';
import type { CatalogueReader } from '../aws/dynamodb/reading.ts';
import { typesIn, type SchemaTypes } from '../rows/judged-document.ts';
import type { WaitingDocument } from '../rows/waiting-document.ts';
import type { PaidReads } from './paid-reads.ts';
import type { FoundWorkflows } from './workflow-facts.ts';

export interface QueueReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  /** Reads the workflows of batches; without it their documents have the usual order. */
  readonly workflows?: ((batches: readonly Batch[]) => Promise<FoundWorkflows>) | undefined;
}

export type Verdict = 'wanted' | 'not wanted' | 'no amount' | 'unclear';

/** Counts the documents that the filters leave out without having compared their values. */
export interface LeftOut {
  /** The values are not in the item, so it is not known whether the document matches. */
  readonly unclear: number;
  /** A document without an amount, or whose amount is not a number, matches no range. */
  readonly withoutAmount: number;
}

const noneLeftOut: LeftOut = { unclear: 0, withoutAmount: 0 };

export function addLeftOut(before: LeftOut | undefined, verdicts: readonly Verdict[]): LeftOut {
  const { unclear, withoutAmount } = before ?? noneLeftOut;
  return {
    unclear: unclear + verdicts.filter((verdict) => verdict === 'unclear').length,
    withoutAmount: withoutAmount + verdicts.filter((verdict) => verdict === 'no amount').length,
  };
}

const minute = 60_000;

/** A document that began to wait later than this is too young. */
export function latestWanted({ olderThanMinutes }: QueueInput, begunAt: number): number {
  return olderThanMinutes === undefined ? Number.POSITIVE_INFINITY : begunAt - olderThanMinutes * minute;
}

function asksForAmounts({ amountFrom, amountTo }: QueueInput): boolean {
  return amountFrom !== undefined || amountTo !== undefined;
}

/** The values are inspected here and go no further. */
export function isWanted(
  input: QueueInput,
  { row, isElsewhere, amount }: Pick<WaitingDocument, 'row' | 'isElsewhere' | 'amount'>,
): Verdict {
  const { reasons, amountFrom = 0, amountTo = Number.POSITIVE_INFINITY } = input;
  const asksForReasons = reasons !== undefined && reasons.length > 0;
  if (isElsewhere && (asksForReasons || asksForAmounts(input))) return 'unclear';
  if (asksForReasons && !row.reasons.some((one) => reasons.includes(one))) return 'not wanted';
  if (!asksForAmounts(input)) return 'wanted';
  if (amount === null) return 'no amount';
  return amount.value >= amountFrom && amount.value <= amountTo ? 'wanted' : 'not wanted';
}

interface WorkflowKey {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
}

/** Returns the types from a workflow's schema; null when there is no such workflow or no schema. */
export async function schemaTypes(
  key: WorkflowKey,
  { reader, reads }: QueueReads,
): Promise<Result<SchemaTypes | null>> {
  const read = reads.paid(await reader.run('extraction.workflowById', { ...key }));
  return read.ok ? ok(typesIn(read.value.items[0])) : read;
}
