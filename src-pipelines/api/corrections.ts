import { Buffer } from 'node:buffer';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { toCellPlace, cellPlace, correctedValue, type Place } from '#shared/domain/review/draft-rules.ts';
import { describeLineChanges } from '#shared/domain/review/line-changes.ts';
import { cellType, normalisedValue } from '#shared/domain/review/normalised-value.ts';
import type { DocumentChange } from '../extraction/change-batch.ts';
import type { Correction, DocumentItem, BatchItem, EditedLine } from '../extraction/item-shapes.ts';
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

type Schema = Readonly<Record<string, string>>;

export interface Corrected {
  readonly before: Results;
  readonly results: Results;
  /** The earlier values of what has changed. */
  readonly undo: Pick<NonNullable<DocumentItem['undo']>, 'fields' | 'lines' | 'lineItems'>;
  /** The passport shows the beginning of each value, by place. */
  readonly was: Readonly<Record<string, string>>;
  readonly is: Readonly<Record<string, string>>;
}

/** Values as a reviewer reads them. `schema` is asked only where a field is written, or was not found by any reader. */
export async function correct(
  before: Results,
  corrections: readonly Correction[],
  schema: () => Promise<Schema>,
): Promise<Corrected> {
  const fields = new Map(Object.entries(before.fields));
  const undo = new Map<string, ReadField | null>();
  const was = new Map<string, string>();
  const is = new Map<string, string>();
  const seen = new Set<Place>();
  const cells: PlacedCell[] = [];
  let types: Promise<Schema> | undefined;
  let whole: PlacedLines | undefined;

  for (const [index, correction] of corrections.entries()) {
    const at = `body.corrections.${index}`;
    const { field: place } = correction;
    if (seen.has(place)) throw new MalformedRequest([{ at: `${at}.field`, problem: 'is corrected twice' }]);
    seen.add(place);
    if ('lines' in correction) {
      whole = { at, lines: correction.lines };
      continue;
    }
    is.set(place, shorten(correctedValue(correction)));
    const cell = findCell(place, `${at}.field`);
    if (cell) {
      cells.push({ at: `${at}.field`, place, ...cell, value: correctedValue(correction) });
      continue;
    }
    const known = fields.get(place);
    const declared = known && !('value' in correction) ? {} : await (types ??= schema());
    if (!known && !Object.hasOwn(declared, place)) {
      throw new MalformedRequest([{ at: `${at}.field`, problem: 'is no field of this document' }]);
    }
    was.set(place, shorten(toMap(known)?.value));
    undo.set(place, known ?? null);
    fields.set(place, toReviewedField(toMap(known), correction, findType(declared, place)));
  }

  const table = whole ? replaceLines(before.lineItems, whole, cells) : correctCells(before.lineItems, cells);
  return {
    before,
    results: { ...before, fields: Object.fromEntries(fields), lineItems: table.lines },
    undo: { fields: Object.fromEntries(undo), ...table.undo },
    was: { ...Object.fromEntries(was), ...table.was },
    is: { ...Object.fromEntries(is), ...table.is, ...describeNotRead(corrections) },
  };
}

/** Restores the fields and lines that `correct` has changed. */
export function undoCorrections(
  results: Results,
  { fields = {}, lines = {}, lineItems }: Corrected['undo'],
): Results {
  const restored = new Map(Object.entries(results.fields));
  for (const [name, field] of Object.entries(fields)) {
    if (field === null) restored.delete(name);
    else restored.set(name, field);
  }
  return {
    ...results,
    fields: Object.fromEntries(restored),
    lineItems: lineItems ?? results.lineItems.map((line, index) => lines[String(index)] ?? line),
  };
}

/**
 * A reviewer's value is certain, and so is a field that is absent or unreadable. It keeps its readings, and its place
 * on the page unless it has none or its value was taken from another.
 */
export function toReviewedField(
  known: ReadField | undefined,
  correction: Exclude<Correction, { readonly lines: unknown }>,
  type: string | null,
): ReadField {
  const { flags: _, absent: __, normalised: ___, ...rest } = known ?? { page: 1, box: nowhere };
  if ('absent' in correction) {
    return { ...rest, box: nowhere, value: '', confidence: 1, readBy: 'reviewer', absent: true };
  }
  if ('unreadable' in correction) return { ...rest, value: '', confidence: 0, readBy: 'reviewer' };
  const { value, takenFrom } = correction;
  const normalised = normalisedValue(type, value);
  return {
    ...rest,
    ...(takenFrom && { page: takenFrom.page, box: takenFrom.box }),
    value,
    confidence: 1,
    readBy: 'reviewer',
    ...(normalised !== value && { normalised }),
  };
}

function findType(types: Schema, place: Place): string | null {
  return Object.hasOwn(types, place) ? (types[place] ?? null) : null;
}

interface Table {
  readonly lines: readonly ReadLine[];
  readonly undo: Pick<Corrected['undo'], 'lines' | 'lineItems'>;
  readonly was: Readonly<Record<string, string>>;
  readonly is?: Readonly<Record<string, string>>;
}

interface PlacedCell extends Cell {
  readonly at: string;
  readonly place: Place;
  readonly value: string;
}

function correctCells(before: readonly ReadLine[], cells: readonly PlacedCell[]): Table {
  const lines = [...before];
  const undo = new Map<string, ReadLine>();
  const was = new Map<string, string>();
  for (const { at, place, line: index, column, value } of cells) {
    const line = lines[index];
    if (!line) throw new MalformedRequest([{ at, problem: describeMissingLine(index, lines.length) }]);
    was.set(place, shorten(toMap(line)?.[column]));
    if (!undo.has(String(index))) undo.set(String(index), line);
    lines[index] = writeCells(toMap(line) ?? emptyLine, { [column]: value });
  }
  return { lines, undo: { lines: Object.fromEntries(undo) }, was: Object.fromEntries(was) };
}

interface PlacedLines {
  readonly at: string;
  readonly lines: readonly EditedLine[];
}

/** An unchanged line stays as it was read. A changed one keeps its place on the page and its confidence. */
function replaceLines(
  before: readonly ReadLine[],
  { at, lines: edited }: PlacedLines,
  [cell]: readonly PlacedCell[],
): Table {
  if (cell) {
    const problem = 'is a cell of lineItems, which are corrected as a whole';
    throw new MalformedRequest([{ at: cell.at, problem }]);
  }
  let page = toMap(before[0])?.page ?? 1;
  const lines = edited.map(({ from, ...cells }, index): ReadLine => {
    if (from !== null && from >= before.length) {
      const problem = describeMissingLine(from, before.length);
      throw new MalformedRequest([{ at: `${at}.lines.${index}.from`, problem }]);
    }
    const known = from === null ? undefined : toMap(before[from]);
    page = known?.page ?? page;
    const line = known ?? { ...emptyLine, confidence: 1, page };
    return writeCells(line, cells);
  });
  return {
    lines,
    undo: { lineItems: before },
    was: { [allLines]: before.length === 1 ? '1 line' : `${before.length} lines` },
    is: {
      [allLines]: shorten(
        describeLineChanges(
          before.map((line) => toMap(line) ?? emptyLine),
          edited,
        ),
      ),
    },
  };
}

/** Writes cells into a line. The same line comes back where nothing is different. */
export function writeCells(line: ReadLine, cells: Partial<Record<Cell['column'], string>>): ReadLine {
  const changed = columns.filter((column) => cells[column] !== undefined && cells[column] !== line[column]);
  if (changed.length === 0) return line;
  const { normalised: known = {}, ...rest } = line;
  const kept = Object.entries(known).filter(([column]) => !changed.some((one) => one === column));
  const written = changed.map((column): [string, string] => [column, cells[column] ?? '']);
  const normalised = written
    .map(([column, value]): [string, string] => [column, normalisedValue(cellType(column), value)])
    .filter(([column, value]) => cells[column as Cell['column']] !== value);
  const all = Object.fromEntries([...kept, ...normalised]);
  return {
    ...rest,
    ...Object.fromEntries(written),
    ...(Object.keys(all).length > 0 && { normalised: all }),
  };
}

/** These names have a space, so no field has them. */
const allLines = 'all lines';
const notRead = { absent: 'not on the document', unreadable: 'could not be read' } as const;

/** The passport tells an absent field from an unreadable one, although both are empty. */
function describeNotRead(corrections: readonly Correction[]): Record<string, string> {
  return Object.fromEntries(
    (['absent', 'unreadable'] as const).flatMap((kind) => {
      const places = corrections.filter((one) => kind in one).map(({ field }) => field);
      return places.length === 0 ? [] : [[notRead[kind], shorten(places.join(', '))]];
    }),
  );
}

const nowhere = [0, 0, 0, 0] as const;

const emptyLine: ReadLine = {
  description: '',
  quantity: '',
  unit: '',
  amount: '',
  confidence: 0,
  page: 1,
  box: nowhere,
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
  { batchId, tenantId }: DocumentItem,
  batch?: BatchItem,
): Promise<Readonly<Record<string, string>>> {
  const found = batch ?? (await findBatch(parts, batchId, tenantId));
  const workflow = found && (await getWorkflow(parts, found));
  return workflow?.schema ?? {};
}

/** The results stay the same, but other attributes or other documents of a transaction need more room. */
export async function makeRoom(
  parts: PipelineParts,
  document: DocumentItem,
  most = largestItem,
): Promise<DocumentItem> {
  if (countBytes(document) <= most) return document;
  return storeResults(parts, document, await readResults(parts, document), most);
}

/** A transaction takes 4 MB, of which the batch, the lines of passports and the answer need a part. */
const mostTogether = 3_500_000;

/** The documents of a transaction share its room; results of those that need more than their share go elsewhere. */
export async function makeRoomTogether(
  parts: PipelineParts,
  changes: readonly DocumentChange[],
): Promise<readonly DocumentChange[]> {
  const all = changes.reduce((sum, { next }) => sum + countBytes(next), 0);
  if (all <= mostTogether) return changes;
  const share = mostTogether / changes.length;
  return Promise.all(
    changes.map(async (change) => ({ ...change, next: await makeRoom(parts, change.next, share) })),
  );
}

/** Stores changed results in the item as long as they fit, and under a key of their own otherwise. */
export async function storeResults(
  parts: PipelineParts,
  document: DocumentItem,
  results: Results,
  most = largestItem,
): Promise<DocumentItem> {
  const { fields: _, lineItems: __, checks: ___, resultsAt: ____, ...rest } = document;
  const whole = { ...rest, ...results } as DocumentItem;
  if (!document.resultsAt && countBytes(whole) <= most) return whole;
  if (countBytes(rest) > largestItem) {
    throw new ApiProblem(
      'too-large',
      'With so many corrections the document would not fit into an item. Nothing was done.',
    );
  }
  return { ...rest, resultsAt: await putResults(parts, document, results) };
}

type ResultsPlace = NonNullable<DocumentItem['resultsAt']>;

/**
 * Returns what an undo needs. The lines before may fill an item, so many of them are kept where results are stored. An
 * object that holds results is never overwritten, so where there is one already its place is enough.
 */
export async function keepForUndo(
  parts: PipelineParts,
  document: DocumentItem,
  { undo, before }: Corrected,
): Promise<Pick<NonNullable<DocumentItem['undo']>, 'fields' | 'lines' | 'lineItems' | 'resultsAt'>> {
  const { lineItems, ...others } = undo;
  if (!lineItems) return undo;
  const { resultsAt } = document;
  if (resultsAt) return { ...others, resultsAt };
  if (countBytes(lineItems) <= mostInUndo) return undo;
  return { ...others, resultsAt: await putResults(parts, document, before) };
}

/** A third of an item, which has to hold the lines as they are now as well. */
const mostInUndo = 100_000;

async function putResults(
  parts: PipelineParts,
  document: DocumentItem,
  results: Results,
): Promise<ResultsPlace> {
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
  return { ...place, bytes: body.byteLength };
}

function countBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
