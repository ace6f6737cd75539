import {
  ConditionalCheckFailedException,
  PutItemCommand,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import { lineColumns, linesPlace } from '#shared/contract/review-document.ts';
import { claimMinutes } from '#shared/domain/pipeline-limits.ts';
import {
  countDecision,
  joinLayout,
  mostFieldsOfDay,
  mostSuppliersOfDay,
  negateFigures,
  otherSuppliers,
  type CorrectionFigures,
  type CountedDecision,
  type CountedReader,
} from '#shared/domain/review/correction-counts.ts';
import { describeLayout } from '#shared/domain/review/layout-signature.ts';
import { cellType, normalisedValue } from '#shared/domain/review/normalised-value.ts';
import { findSupplier } from '../extraction/accepted-invoices.ts';
import type { BatchItem, DocumentItem, WorkflowItem } from '../extraction/item-shapes.ts';
import { keyOf } from '../extraction/keys.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import { findBatch, getItem } from '../extraction/read-items.ts';
import type { ReadField } from '../extraction/readers.ts';
import { putNew } from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import type { Results } from './corrections.ts';
import { listRulesBroken } from './enforce-rules.ts';

/** Counts by day, and the corrected documents, expire after this many days. */
export const correctionDaysKept = 60;

interface Reviewed {
  readonly before: DocumentItem;
  readonly batch: BatchItem;
  readonly decision: 'approve' | 'reject';
  /** The results as they were read, and as they are approved; both are left out where the document is rejected. */
  readonly read?: Results | undefined;
  readonly approved?: Results | undefined;
  readonly workflow?: WorkflowItem | undefined;
}

export interface CountedReview {
  /** It is kept with the decision, so that exactly this can be taken back; absent where nothing was counted. */
  readonly counted?: CountedDecision | undefined;
  readonly writes: readonly TransactWriteItem[];
}

/**
 * Counts a decision of a reviewer (decision 041): into the counts of its workflow and day and, where something was
 * corrected, a note of the document. The writes belong into the transaction of the decision, so that a decision that
 * loses a race is not counted.
 */
export async function countReview(parts: PipelineParts, reviewed: Reviewed): Promise<CountedReview> {
  const { before, batch, read, approved, workflow } = reviewed;
  const now = parts.now();
  const at = new Date(now).toISOString();
  const day = await readDay(parts, batch, at.slice(0, 10));
  if (!day) return { writes: [] };
  const schema = workflow?.schema ?? {};
  const supplier = approved && findSupplier(approved.fields, schema);
  const isNamed = supplier !== undefined && hasRoom(day.figures, supplier.hash);
  const counted = joinDay(
    describeDecision(reviewed, {
      at: now,
      supplier: supplier && (isNamed ? supplier.hash : otherSuppliers),
    }),
    day.figures,
  );
  const writes = [
    addFigures(parts, day.key, countDecision(counted), at, isNamed ? supplier : undefined),
    ...(read && approved && counted.corrected.length > 0
      ? [
          putItem(
            parts,
            toStoredCorrected({
              document: before,
              batch,
              at,
              counted,
              read,
              supplier,
              rules: listRulesBroken(read, approved, schema),
            }),
          ),
        ]
      : []),
  ];
  return { counted, writes };
}

/** Returns the decision with its layout as the day already counts it. */
export function joinDay(counted: CountedDecision, figures: CorrectionFigures): CountedDecision {
  const { layout, ...rest } = counted;
  if (layout === undefined || rest.supplier === undefined) return counted;
  const joined = joinLayout(figures, rest.supplier, layout);
  return joined === undefined ? rest : { ...rest, layout: joined };
}

/** Takes the count of a decision back, and the note of its document. */
export async function takeBackCount(
  parts: PipelineParts,
  { tenantId, batchId, documentId, reviewedAt, undo }: DocumentItem,
): Promise<readonly TransactWriteItem[]> {
  const counted = undo?.counted;
  if (counted === undefined || reviewedAt === undefined) return [];
  const batch = await findBatch(parts, batchId, tenantId);
  if (!batch) return [];
  const day = await readDay(parts, batch, counted.day);
  if (!day) return [];
  const { workflowId } = batch;
  const key = keyOf.correctedDocument(tenantId, workflowId, reviewedAt, documentId);
  const at = new Date(parts.now()).toISOString();
  return [
    addFigures(parts, day.key, negateFigures(countDecision(joinDay(counted, day.figures))), at),
    ...(counted.corrected.length > 0
      ? [{ Delete: { TableName: parts.names.extraction.table, Key: toItem(key) } }]
      : []),
  ];
}

/** Its key has the document and the moment, so it has no condition that could stop the decision. */
function putItem(parts: PipelineParts, item: PlainItem): TransactWriteItem {
  return { Put: { TableName: parts.names.extraction.table, Item: toItem(item) } };
}

interface Day {
  readonly key: { readonly PK: string; readonly SK: string };
  readonly figures: CorrectionFigures;
}

/**
 * Reads the counts of a day, and makes the item that they are added to where it is the first decision of the day. An item
 * that was written by hand may have another shape: it is left as it is, because a count must never stop a decision.
 */
async function readDay(
  parts: PipelineParts,
  { tenantId, workflowId, projectId }: BatchItem,
  day: string,
): Promise<Day | undefined> {
  const key = keyOf.correctionsOfDay(tenantId, workflowId, day);
  const kept = await getItem(parts, key);
  if (kept) {
    const { figures, suppliers } = fromItem(kept);
    const isOurs = isMap(figures) && isMap(suppliers) && Object.values(figures).every(Number.isFinite);
    return isOurs ? { key, figures: figures as CorrectionFigures } : undefined;
  }
  const at = new Date(parts.now()).toISOString();
  const item = {
    ...key,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ttl: Math.floor(Date.parse(day) / 1_000) + correctionDaysKept * 86_400,
    projectId,
    figures: {},
    suppliers: {},
  };
  const { Put } = putNew(parts, item);
  if (!Put) return undefined;
  const { TableName, Item, ConditionExpression } = Put;
  try {
    await parts.clients.dynamodb.send(new PutItemCommand({ TableName, Item, ConditionExpression }));
  } catch (error) {
    // Another decision of this moment has made it.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
  return { key, figures: {} };
}

function isMap(value: unknown): value is PlainItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set);
}

/** Several decisions of one moment may each add a supplier, so a day can have a few more than this. */
function hasRoom(figures: CorrectionFigures, hash: string): boolean {
  if (Object.hasOwn(figures, `supplier#${hash}#read`)) return true;
  const suppliers = Object.keys(figures).filter((name) => /^supplier#.*#read$/.test(name));
  return suppliers.length < mostSuppliersOfDay;
}

/** Adding needs no version, so reviewers of one workflow wait for each other only as long as a transaction takes. */
function addFigures(
  parts: PipelineParts,
  key: Day['key'],
  figures: CorrectionFigures,
  at: string,
  supplier?: { readonly hash: string; readonly name: string },
): TransactWriteItem {
  const values = [...new Set(Object.values(figures))];
  const names = Object.keys(figures);
  const sums = names.map((name, index) => {
    const place = `#m.#${index}`;
    return `${place}=if_not_exists(${place},:z)+:${values.indexOf(figures[name] ?? 0)}`;
  });
  const named = supplier ? ['#s.#supplier=:supplier'] : [];
  return {
    Update: {
      TableName: parts.names.extraction.table,
      Key: toItem(key),
      UpdateExpression: `SET updatedAt=:at,${[...named, ...sums].join(',')} ADD version :one`,
      ExpressionAttributeNames: {
        '#m': 'figures',
        ...Object.fromEntries(names.map((name, index) => [`#${index}`, name])),
        ...(supplier && { '#s': 'suppliers', '#supplier': supplier.hash }),
      },
      ExpressionAttributeValues: toItem({
        ':z': 0,
        ':one': 1,
        ':at': at,
        ...Object.fromEntries(values.map((value, index) => [`:${index}`, value])),
        ...(supplier && { ':supplier': supplier.name }),
      }),
    },
  };
}

/** Describes a decision as it is counted. */
export function describeDecision(
  { before, decision, read, approved, workflow }: Omit<Reviewed, 'batch'>,
  { at, supplier }: { readonly at: number; readonly supplier: string | undefined },
): CountedDecision {
  const day = new Date(at).toISOString().slice(0, 10);
  if (decision === 'reject' || !read || !approved) {
    return { day, isApproved: false, fields: {}, corrected: [], models: [] };
  }
  const schema = workflow?.schema ?? {};
  const names = listFields(read, approved);
  const corrected = names.filter((name) => isCorrected(name, { read, approved, schema }));
  const layout = supplier === undefined || supplier === otherSuppliers ? undefined : describeLayout(read);
  const { version } = (workflow ?? {}) as { readonly version?: unknown };
  const seconds = measureSeconds(before, at);
  return {
    day,
    isApproved: true,
    fields: Object.fromEntries(names.map((name) => [name, findReader(name, read)])),
    corrected,
    ...(supplier !== undefined && { supplier }),
    ...(layout !== undefined && { layout }),
    models: listModels(before),
    ...(typeof version === 'number' && { version }),
    ...(seconds !== undefined && { seconds }),
  };
}

/** The lines are one field: they are read together, and corrected as a table. */
function listFields(read: Results, approved: Results): string[] {
  const names = [...new Set([...Object.keys(read.fields), ...Object.keys(approved.fields)])];
  const hasLines = read.lineItems.length > 0 || approved.lineItems.length > 0;
  return [
    ...names.filter((name) => name !== '').slice(0, mostFieldsOfDay - 1),
    ...(hasLines ? [linesPlace] : []),
  ];
}

interface Compared {
  readonly read: Results;
  readonly approved: Results;
  readonly schema: WorkflowItem['schema'];
}

/** A value that is only written in another way is not corrected. */
function isCorrected(name: string, { read, approved, schema }: Compared): boolean {
  if (name === linesPlace) return writeLines(read) !== writeLines(approved);
  const type = Object.hasOwn(schema, name) ? (schema[name] ?? null) : null;
  const [was, is] = [read, approved].map((results) =>
    normalisedValue(type, readValue(findField(results, name))),
  );
  return was !== is;
}

function writeLines({ lineItems }: Results): string {
  return JSON.stringify(
    lineItems.map((line) =>
      lineColumns.map((column) => normalisedValue(cellType(column), readText(line?.[column]))),
    ),
  );
}

function readValue(field: Partial<ReadField>): string {
  return readText(field.value);
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An item that was imported by hand may have anything here. */
function findField({ fields }: Results, name: string): Partial<ReadField> {
  const field: unknown = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof field === 'object' && field !== null ? field : {};
}

/** The reader whose value would have been passed on without a review. */
function findReader(name: string, read: Results): CountedReader {
  if (name === linesPlace) return read.lineItems.length > 0 ? 'textract' : 'none';
  const field = findField(read, name);
  const { readBy, readings } = field;
  const value = readValue(field);
  if (readBy === 'reviewer') return 'person';
  if (value === '' && readings === undefined) return 'none';
  // Both have read it, and the model was believed.
  if (readings?.bedrock?.value === value && readings.textract?.value !== value) return 'bedrock';
  return readBy === 'gap-fill' ? 'bedrock' : 'textract';
}

function listModels({ usage }: DocumentItem): readonly string[] {
  const models = [usage?.gapFill?.model, usage?.verify?.model];
  return [...new Set(models.filter((model) => typeof model === 'string'))].map((model) =>
    model.slice(0, 100),
  );
}

/** Returns the time since the claim was made or last renewed; undefined where the document was not claimed. */
function measureSeconds({ claimedBy, claimExpiresAt }: DocumentItem, at: number): number | undefined {
  if (claimedBy === undefined || typeof claimExpiresAt !== 'string') return undefined;
  const seconds = Math.round((at - Date.parse(claimExpiresAt)) / 1_000) + claimMinutes * 60;
  return seconds >= 0 && seconds <= claimMinutes * 60 ? seconds : undefined;
}

/** A corrected document as the evidence of a change. It names fields and rules, and the supplier, but no other value. */
export function toStoredCorrected({
  document,
  batch,
  at,
  counted,
  read,
  supplier,
  rules,
}: {
  readonly document: DocumentItem;
  readonly batch: Pick<BatchItem, 'projectId' | 'workflowId'>;
  readonly at: string;
  readonly counted: CountedDecision;
  readonly read: Results;
  readonly supplier: { readonly hash: string; readonly name: string } | undefined;
  readonly rules: readonly string[];
}): PlainItem {
  const { tenantId, batchId, documentId, score } = document;
  const { fileName } = document as Partial<DocumentItem>;
  return {
    ...keyOf.correctedDocument(tenantId, batch.workflowId, at, documentId),
    version: 1,
    createdAt: at,
    updatedAt: at,
    ttl: Math.floor(Date.parse(counted.day) / 1_000) + correctionDaysKept * 86_400,
    projectId: batch.projectId,
    batchId,
    ...(typeof fileName === 'string' && { fileName: fileName.slice(0, 200) }),
    ...(typeof score === 'number' && { score }),
    fields: counted.corrected.map((name) => {
      const { confidence } = findField(read, name);
      const reader = counted.fields[name] ?? 'none';
      const isRead = typeof confidence === 'number' && reader !== 'none';
      return { name, reader, ...(isRead && { confidence }) };
    }),
    ...(supplier && { supplier: supplier.hash, supplierName: supplier.name }),
    ...(counted.layout !== undefined && { layout: counted.layout }),
    rules: [...rules],
  };
}
