import { findDeclared } from '#shared/catalogue/declaration.ts';
import { keyText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { QueueInput } from '#shared/contract/review.ts';
import { documentAmount } from '#shared/domain/review/printed-amount.ts';
import type { CatalogueReader, StoredItem } from '../aws/dynamodb/reading.ts';
import { typesIn, type SchemaTypes } from '../rows/judged-document.ts';
import type { WaitingDocument } from '../rows/waiting-document.ts';
import type { PaidReads } from './paid-reads.ts';

export interface QueueReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
}

/** Each workflow's schema is read once per call, and only when the filters ask for amounts. */
export function knownTypes(
  input: QueueInput,
  parts: QueueReads,
): (batch: Batch) => Promise<Result<SchemaTypes | null>> {
  const known = new Map<string, Promise<Result<SchemaTypes | null>>>();
  return ({ tenantId, projectId, workflowId }) => {
    if (!asksForAmounts(input) || workflowId === null) return Promise.resolve(ok(null));
    const key = [tenantId, projectId, workflowId].join('#');
    const types = known.get(key) ?? schemaTypes({ tenantId, projectId, workflowId }, parts);
    known.set(key, types);
    return types;
  };
}

type Verdict = 'wanted' | 'not wanted' | 'unclear';

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
  item: StoredItem,
  { row, isElsewhere }: WaitingDocument,
  types: SchemaTypes | null,
): Verdict {
  const { reasons, amountFrom = 0, amountTo = Number.POSITIVE_INFINITY } = input;
  const asksForReasons = reasons !== undefined && reasons.length > 0;
  if (isElsewhere && (asksForReasons || asksForAmounts(input))) return 'unclear';
  if (asksForReasons && !row.reasons.some((one) => reasons.includes(one))) return 'not wanted';
  if (!asksForAmounts(input)) return 'wanted';
  const amount = documentAmount(readFieldValues(item), types);
  if (amount === null) return 'unclear';
  return amount >= amountFrom && amount <= amountTo ? 'wanted' : 'not wanted';
}

function readFieldValues({ attributes }: StoredItem): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(toMap(findDeclared(attributes, 'fields'))).map(([name, field]) => [
      name,
      keyText(toMap(field), 'value') ?? null,
    ]),
  );
}

function toMap(value: AttributeValue | undefined): Attributes {
  return value !== undefined && 'M' in value ? value.M : {};
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
