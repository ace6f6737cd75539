import type { Check, Reading } from '#pipelines/extraction/readers.ts';
import type { FoundPages } from '../../aws/textract/found-pages.ts';
import { writeContents } from './contents.ts';
import { nameOnSheet } from './fields.ts';
import { decideOutcome, findFailure, type Failure, type Outcome, type ReadingJob } from './outcome.ts';
import { countPages, isWhole, type Paper, type SheetPages } from './paper.ts';
import { readAll, type WholeReading } from './reading.ts';
import { transcribe, type Transcript } from './transcript.ts';

/** The readings of a file: what Textract finds in it, and what the model reads of each field. */
export interface PaperReading {
  readonly found: FoundPages;
  readonly fields: readonly {
    /** The name in the schema. */
    readonly name: string;
    readonly bedrock: Reading;
    /** The line of the value, by its index. */
    readonly line: number;
  }[];
  readonly compared: readonly { readonly check: Check; readonly names: readonly string[] }[];
}

/**
 * Reads all pages of a file, however many sheets they are of. Of a field that stands on several of them, the first is
 * taken, as by a reader who believes that it is one document.
 */
export function readPaper(paper: Paper, schema: ReadingJob['schema']): PaperReading {
  const lines: FoundPages['lines'][number][] = [];
  const values: FoundPages['values'][number][] = [];
  const rows: FoundPages['rows'][number][] = [];
  const headings: (readonly number[])[] = [];
  const fields: PaperReading['fields'][number][] = [];
  let pagesBefore = 0;
  for (const pages of paper) {
    const { found, bySpot } = readSheetPages(pages, schema);
    const moveTo = createMove(found.lines, pages, lines.length);
    const isHere = (at: number): boolean => moveTo.has(at);
    const move = (at: number): number => moveTo.get(at) ?? -1;
    const turn = <T extends { readonly page: number }>(one: T): T => ({
      ...one,
      page: one.page - pages.from + 1 + pagesBefore,
    });
    lines.push(...found.lines.filter((_, at) => isHere(at)).map(turn));
    const known = new Set(fields.map(({ name }) => name));
    for (const { name, bedrock, value } of bySpot) {
      if (known.has(name) || value === undefined || !isHere(value.value)) continue;
      fields.push({ name, bedrock, line: move(value.value) });
      if (!value.isFound) continue;
      const { type, confidence, label } = value;
      const isLabelled = label !== undefined && isHere(label);
      values.push({ type, confidence, value: move(value.value), ...(isLabelled && { label: move(label) }) });
    }
    for (const row of found.rows.filter(({ cells }) => cells.length > 0 && cells.every(isHere))) {
      rows.push(turn({ ...row, cells: row.cells.map(move) }));
    }
    headings.push(...found.headings.filter((row) => row.every(isHere)).map((row) => row.map(move)));
    pagesBefore += pages.to - pages.from + 1;
  }
  return {
    found: { pages: countPages(paper), lines, values, rows, headings },
    fields,
    compared: compareWhole(paper, schema),
  };
}

/** The new index of each line that stands on these pages. */
function createMove(
  lines: FoundPages['lines'],
  { from, to }: SheetPages,
  first: number,
): ReadonlyMap<number, number> {
  const moved = new Map<number, number>();
  lines.forEach(({ page }, at) => {
    if (page >= from && page <= to) moved.set(at, first + moved.size);
  });
  return moved;
}

/** A check needs every value that it compares, so it is made of a whole sheet, and of the first one. */
function compareWhole([first]: Paper, schema: ReadingJob['schema']): PaperReading['compared'] {
  if (!first || !isWhole(first)) return [];
  return readAll(first.recipe, { schema, reviewThreshold: 0 }).compared;
}

interface FoundValue {
  readonly type: string;
  readonly confidence: number;
  readonly label?: number;
  readonly value: number;
  /** Textract found it; otherwise only the model does. */
  readonly isFound: boolean;
}

interface SheetPagesRead {
  readonly found: Pick<FoundPages, 'lines' | 'rows' | 'headings'>;
  readonly bySpot: readonly {
    readonly name: string;
    readonly bedrock: Reading;
    readonly value: FoundValue | undefined;
  }[];
}

/** Textract finds the text as it takes it, and the fields and lines that it makes out. */
function readSheetPages({ recipe }: SheetPages, schema: ReadingJob['schema']): SheetPagesRead {
  const reading: WholeReading = readAll(recipe, { schema, reviewThreshold: 0 });
  const transcript: Transcript = transcribe(recipe, writeContents(recipe));
  const { judgements, lineItems } = reading;
  const { spots, rows, headings } = transcript;
  const lines = [...transcript.lines];
  const retype = (spot: string, text: string): void => {
    const at = spots.get(spot);
    const line = at === undefined ? undefined : lines[at];
    if (at !== undefined && line) lines[at] = { ...line, text };
  };
  for (const { field, textract, bedrock } of judgements) retype(field.name, (textract ?? bedrock).value);
  lineItems.forEach(({ amount }, index) => retype(`lineItems.${index}.amount`, amount));
  const bySpot = judgements.map(({ name, field, textract, bedrock }) => {
    const value = spots.get(field.name);
    if (value === undefined) return { name, bedrock, value: undefined };
    // A label is written just before its value; the letterhead has none.
    const isLabelled = field.name !== 'supplier' || recipe.kind === 'form';
    const type = expenseTypes.get(nameOnSheet(recipe.kind, name)) ?? 'OTHER';
    const { confidence } = textract ?? bedrock;
    const isFound = textract !== undefined;
    return {
      name,
      bedrock,
      value: { type, confidence, value, isFound, ...(isLabelled && { label: value - 1 }) },
    };
  });
  const foundRows = lineItems.map(({ page, box, confidence }, index) => ({
    page,
    box,
    confidence,
    cells: rows[index] ?? [],
  }));
  return { found: { lines, rows: foundRows, headings }, bySpot };
}

const expenseTypes = new Map([
  ['supplier', 'VENDOR_NAME'],
  ['customer', 'RECEIVER_NAME'],
  ['invoiceNumber', 'INVOICE_RECEIPT_ID'],
  ['invoiceDate', 'INVOICE_RECEIPT_DATE'],
  ['dueDate', 'DUE_DATE'],
  ['purchaseOrder', 'PO_NUMBER'],
  ['orderNumber', 'PO_NUMBER'],
  ['vatNumber', 'VENDOR_VAT_NUMBER'],
  ['subtotal', 'SUBTOTAL'],
  ['tax', 'TAX'],
  ['total', 'TOTAL'],
]);

/** The first failure of its sheets. One that only another page would cause is not met. */
export function findPaperFailure(paper: Paper, run: number): Failure | undefined {
  for (const { recipe } of paper) {
    const failure = findFailure(recipe, run);
    if (failure) return failure;
  }
  return undefined;
}

/** The outcome of its least sure sheet. The tokens are those of its pages. */
export function decidePaperOutcome(paper: Paper, job: Pick<ReadingJob, 'run' | 'schema'>): Outcome {
  const [first] = paper;
  const all = paper.map(({ recipe, from, to }) => decideOutcome({ ...recipe, pages: to - from + 1 }, job));
  const [outcome] = all;
  if (!first || !outcome) throw new Error('A paper has at least one sheet');
  const failed = all.find(({ ok }) => !ok);
  if (failed || all.length === 1 || !outcome.ok) return failed ?? outcome;
  const read = all.flatMap((one) => (one.ok ? [one] : []));
  const sum = (stage: 'gapFill' | 'verify', tokens: 'inputTokens' | 'outputTokens'): number =>
    read.reduce((total, { usage }) => total + usage[stage][tokens], 0);
  const count = (stage: 'gapFill' | 'verify') => ({
    ...outcome.usage[stage],
    inputTokens: sum(stage, 'inputTokens'),
    outputTokens: sum(stage, 'outputTokens'),
  });
  return {
    ...outcome,
    score: Math.min(...read.map(({ score }) => score)),
    usage: {
      textract: { ...outcome.usage.textract, pages: countPages(paper) },
      gapFill: count('gapFill'),
      verify: count('verify'),
    },
  };
}
