import { Buffer } from 'node:buffer';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { toCellPlace, cellPlace, type Place } from '#shared/domain/review/draft-rules.ts';
import type { Correction, DocumentItem, BatchItem } from '../extraction/item-shapes.ts';
import type { ReadField, ReadLine } from '../extraction/readers.ts';
import { findBatch, getWorkflow } from '../extraction/read-items.ts';
import { largestItem, buildResultsKey } from '../extraction/document-results.ts';
import type { PipelineParts } from '../parts.ts';
import { MalformedRequest } from './read-request.ts';
import { ApiProblem } from './call.ts';

export interface Results {
  readonly fields: Readonly<Record<string, ReadField>>;
  readonly lineItems: readonly ReadLine[];
  readonly checks?: DocumentItem['checks'];
}

export interface Corrected {
  readonly results: Results;
  /** The earlier values of what has changed. */
  readonly undo: Pick<NonNullable<DocumentItem['undo']>, 'fields' | 'lines'>;
  /** The passport shows the beginning of each value, by place. */
  readonly was: Readonly<Record<string, string>>;
  readonly is: Readonly<Record<string, string>>;
}

/** Values as a reviewer reads them. `schema` is asked only where a field was not found by any reader. */
export async function correct(
  before: Results,
  corrections: readonly Correction[],
  schema: () => Promise<Readonly<Record<string, string>>>,
): Promise<Corrected> {
  const fields = new Map(Object.entries(before.fields));
  const lines = [...before.lineItems];
  const undo = { fields: new Map<string, ReadField | null>(), lines: new Map<string, ReadLine>() };
  const was = new Map<string, string>();
  const is = new Map<string, string>();

  for (const [index, correction] of corrections.entries()) {
    const at = `body.corrections.${index}.field`;
    const { field: place } = correction;
    if (is.has(place)) throw new MalformedRequest([{ at, problem: 'is corrected twice' }]);
    if ('lines' in correction) throw new MalformedRequest([{ at, problem: 'cannot be corrected yet' }]);
    const value = 'value' in correction ? correction.value : '';
    is.set(place, shorten(value));
    const cell = findCell(place, at);
    if (cell) {
      const line = lines[cell.line];
      if (!line) throw new MalformedRequest([{ at, problem: describeMissingLine(cell.line, lines.length) }]);
      was.set(place, shorten(toMap(line)?.[cell.column]));
      if (!undo.lines.has(String(cell.line))) undo.lines.set(String(cell.line), line);
      lines[cell.line] = { ...(toMap(line) ?? emptyLine), [cell.column]: value };
    } else {
      const known = fields.get(place);
      if (!known && !Object.hasOwn(await schema(), place)) {
        throw new MalformedRequest([{ at, problem: 'is no field of this document' }]);
      }
      was.set(place, shorten(toMap(known)?.value));
      undo.fields.set(place, known ?? null);
      fields.set(place, toReviewedField(toMap(known), correction));
    }
  }
  return {
    results: { ...before, fields: Object.fromEntries(fields), lineItems: lines },
    undo: { fields: Object.fromEntries(undo.fields), lines: Object.fromEntries(undo.lines) },
    was: Object.fromEntries(was),
    is: Object.fromEntries(is),
  };
}

/** Restores the fields that `correct` has changed. */
export function undoCorrections(results: Results, { fields = {}, lines = {} }: Corrected['undo']): Results {
  const restored = new Map(Object.entries(results.fields));
  for (const [name, field] of Object.entries(fields)) {
    if (field === null) restored.delete(name);
    else restored.set(name, field);
  }
  return {
    ...results,
    fields: Object.fromEntries(restored),
    lineItems: results.lineItems.map((line, index) => lines[String(index)] ?? line),
  };
}

/** A reviewer's value is certain, and so is an unreadable field. It keeps its place on the page and its readings. */
function toReviewedField(known: ReadField | undefined, correction: Correction): ReadField {
  const { flags: _, ...place } = known ?? { page: 1, box: [0, 0, 0, 0] as const };
  if ('absent' in correction) return { ...place, value: '', confidence: 1, readBy: 'reviewer', absent: true };
  const reading =
    'value' in correction ? { value: correction.value, confidence: 1 } : { value: '', confidence: 0 };
  return { ...place, ...reading, readBy: 'reviewer' };
}

const emptyLine: ReadLine = {
  description: '',
  quantity: '',
  unit: '',
  amount: '',
  confidence: 0,
  page: 1,
  box: [0, 0, 0, 0],
};

function describeMissingLine(line: number, lines: number): string {
  return line < lines ? 'is no line that can be corrected' : `there are ${lines} lines`;
}

const columns = ['description', 'quantity', 'unit', 'amount'] as const;

interface Cell {
  readonly line: number;
  readonly column: (typeof columns)[number];
}

/** One place has one name, or it could be corrected twice. */
function findCell(place: Place, at: string): Cell | undefined {
  const cell = toCellPlace(place);
  const column = columns.find((one) => one === cell?.column);
  if (cell === undefined || column === undefined) return undefined;
  if (cellPlace(cell.line, column) === place) return { line: cell.line, column };
  throw new MalformedRequest([{ at, problem: `is written ${cellPlace(cell.line, column)}` }]);
}

/** Imported by hand, it may be anything: of a mere text, no letter becomes a part of what stands in its place. */
function toMap<T extends object>(value: T | undefined): T | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** A passport tells what was done; 500 whole values would not fit into an item. */
function shorten(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.length <= 100 ? value : `${value.slice(0, 99)}…`;
}

/** Reads a document's results, from the item or from S3. */
export async function readResults(parts: PipelineParts, document: DocumentItem): Promise<Results> {
  const { fields, lineItems, checks, resultsAt } = document;
  if (!resultsAt) return { ...keepLegible({ fields, lineItems }), ...(checks && { checks }) };
  const { Body } = await parts.clients.s3.send(
    new GetObjectCommand({ Bucket: resultsAt.bucket, Key: resultsAt.key }),
  );
  const kept = JSON.parse((await Body?.transformToString()) ?? '{}') as Partial<Results>;
  return { ...kept, ...keepLegible(kept) };
}

/** Imported by hand, they may be anything; what cannot be corrected is left out once something else is. */
function keepLegible({ fields, lineItems }: { fields?: unknown; lineItems?: unknown }): Results {
  const isMap =
    typeof fields === 'object' && fields !== null && Object.getPrototypeOf(fields) === Object.prototype;
  return {
    fields: isMap ? (fields as Results['fields']) : {},
    lineItems: Array.isArray(lineItems) ? (lineItems as Results['lineItems']) : [],
  };
}

/** The fields that its workflow reads, and their types. */
export async function readSchema(
  parts: PipelineParts,
  { batchId }: DocumentItem,
  batch?: BatchItem,
): Promise<Readonly<Record<string, string>>> {
  const found = batch ?? (await findBatch(parts, batchId));
  const workflow = found && (await getWorkflow(parts, found));
  return workflow?.schema ?? {};
}

/** The results stay the same, but other attributes need more room. */
export async function makeRoom(parts: PipelineParts, document: DocumentItem): Promise<DocumentItem> {
  if (countBytes(document) <= largestItem) return document;
  return storeResults(parts, document, await readResults(parts, document));
}

/** Stores changed results in the item as long as they fit, and under a key of their own otherwise. */
export async function storeResults(
  parts: PipelineParts,
  document: DocumentItem,
  results: Results,
): Promise<DocumentItem> {
  const { fields: _, lineItems: __, checks: ___, resultsAt: ____, ...rest } = document;
  const whole = { ...rest, ...results } as DocumentItem;
  if (!document.resultsAt && countBytes(whole) <= largestItem) return whole;
  if (countBytes(rest) > largestItem) {
    throw new ApiProblem(
      'too-large',
      'With so many corrections the document would not fit into an item. Nothing was done.',
    );
  }
  const body = Buffer.from(JSON.stringify(results));
  const place = {
    bucket: parts.names.extraction.documentsBucket,
    // Each version has its own object: others may still read the old one, and a change that loses a race wrote one.
    key: buildResultsKey(document).replace(/\.json$/, `-v${document.version}-${parts.dice.hex(8)}.json`),
  };
  await parts.clients.s3.send(
    new PutObjectCommand({
      Bucket: place.bucket,
      Key: place.key,
      Body: body,
      ContentType: 'application/json',
    }),
  );
  return { ...rest, resultsAt: { ...place, bytes: body.byteLength } };
}

function countBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
