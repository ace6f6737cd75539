import {
  AnalyzeDocumentCommand,
  AnalyzeExpenseCommand,
  GetDocumentAnalysisCommand,
  GetExpenseAnalysisCommand,
  StartDocumentAnalysisCommand,
  StartExpenseAnalysisCommand,
  type Block,
  type ExpenseDocument,
  type ExpenseField,
  type FeatureType,
  type Geometry,
  type LineItemFields,
  type TextractClient,
} from '@aws-sdk/client-textract';
import type { StoredWord } from '#shared/domain/review/stored-words.ts';
import {
  ReaderError,
  type Box,
  type PagesWithWords,
  type ReaderJob,
  type ReadField,
  type ReadLine,
  type TextLine,
} from '../readers.ts';
import { findUnsupportedLanguage, supportedLanguages } from './detect-language.ts';
import { callService, createFailure, type Answered } from './failures.ts';
import { chooseAnalysis } from '../analysis.ts';
import { matchFields, type NamedValue } from './match-fields.ts';

export interface PageReader {
  readonly textract: TextractClient;
  readonly now: () => number;
  /** A random number from 0 to below 1. */
  readonly unit: () => number;
}

/**
 * Reads with Textract: by AnalyzeExpense where the schema asks for the figures of an invoice or its like, otherwise by
 * forms and tables. A document of several pages is a job that is asked for until it has ended.
 */
export async function readPages(
  { textract, ...chance }: PageReader,
  job: ReaderJob,
): Promise<PagesWithWords> {
  const { now } = chance;
  const started = now();
  const analysis = chooseAnalysis(job.schema);
  const analyse = analysis === 'expense' ? analyseExpense : analyseDocument;
  const { pages, text, words, values, lineItems, answered } = await analyse(textract, job, chance);
  const language = findUnsupportedLanguage(text.map((line) => line.text));
  if (language !== undefined) {
    const message = `The text is in "${language}", which is none of the ${supportedLanguages} languages that can be read.`;
    throw createFailure('UnsupportedLanguage', message, answered);
  }
  const matched = matchFields(job.schema, values);
  const fields = Object.fromEntries([...matched].map(([name, { field }]) => [name, field]));
  const missing = Object.keys(job.schema).filter((name) => !Object.hasOwn(fields, name));
  return { fields, lineItems, missing, text, words, usage: { pages, ms: now() - started, analysis } };
}

interface FoundValue extends NamedValue {
  readonly field: ReadField;
}

interface Analysis {
  readonly pages: number;
  readonly text: readonly TextLine[];
  readonly words: readonly StoredWord[];
  readonly values: readonly FoundValue[];
  readonly lineItems: readonly ReadLine[];
  readonly answered: Answered;
}

type Chance = Pick<PageReader, 'now' | 'unit'>;
type Analyse = (textract: TextractClient, job: ReaderJob, chance: Chance) => Promise<Analysis>;

const analyseExpense: Analyse = async (textract, job, chance) => {
  const options = { abortSignal: job.signal };
  const answers = await readAtOnceOrAsJob(job, chance, {
    atOnce: () => textract.send(new AnalyzeExpenseCommand({ Document: locate(job) }), options),
    start: () => textract.send(new StartExpenseAnalysisCommand(describeJob(job)), options),
    get: (page) => textract.send(new GetExpenseAnalysisCommand(page), options),
  });
  const documents = answers.flatMap(({ ExpenseDocuments = [] }) => ExpenseDocuments);
  const blocks = documents.flatMap(({ Blocks = [] }) => Blocks);
  return {
    ...describeAnswers(answers),
    text: listText(blocks),
    words: listWordPlaces(blocks),
    values: documents.flatMap(listSummary),
    lineItems: documents.flatMap(({ LineItemGroups = [] }) =>
      LineItemGroups.flatMap(({ LineItems = [] }) => LineItems.flatMap(toExpenseLine)),
    ),
  };
};

const features: FeatureType[] = ['TABLES', 'FORMS'];

const analyseDocument: Analyse = async (textract, job, chance) => {
  const options = { abortSignal: job.signal };
  const answers = await readAtOnceOrAsJob(job, chance, {
    atOnce: () =>
      textract.send(new AnalyzeDocumentCommand({ Document: locate(job), FeatureTypes: features }), options),
    start: () =>
      textract.send(
        new StartDocumentAnalysisCommand({ ...describeJob(job), FeatureTypes: features }),
        options,
      ),
    get: (page) => textract.send(new GetDocumentAnalysisCommand(page), options),
  });
  const blocks = answers.flatMap(({ Blocks = [] }) => Blocks);
  const byId = new Map(blocks.map((block) => [block.Id, block]));
  return {
    ...describeAnswers(answers),
    text: listText(blocks),
    words: listWordPlaces(blocks),
    values: blocks.flatMap((block) => toFormValue(block, byId)),
    lineItems: blocks
      .filter(({ BlockType }) => BlockType === 'TABLE')
      .flatMap((table) => listRows(table, byId)),
  };
};

function locate({ bucket, key }: ReaderJob) {
  return { S3Object: { Bucket: bucket, Name: key } };
}

/** The same token starts no second job, so that a retry goes on with the one that has been paid for. */
function describeJob(job: ReaderJob) {
  const token = `${job.documentId}-r${job.run}`.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(-64);
  return { DocumentLocation: locate(job), ClientRequestToken: token };
}

interface Counted extends Answered {
  readonly DocumentMetadata?: { readonly Pages?: number | undefined } | undefined;
}
interface JobAnswer extends Counted {
  readonly JobStatus?: string | undefined;
  readonly StatusMessage?: string | undefined;
  readonly NextToken?: string | undefined;
}

function describeAnswers(answers: readonly Counted[]): Pick<Analysis, 'pages' | 'answered'> {
  const counts = answers.map(({ DocumentMetadata }) => DocumentMetadata?.Pages ?? 0);
  return { pages: Math.max(1, ...counts), answered: { $metadata: answers.at(-1)?.$metadata } };
}

/** How long a job is waited for between two questions, and altogether: the function may take 300 s. */
const pollMs = 2_000;
const longestMs = 270_000;
/** Before it varies by a quarter. */
const longestPauseMs = 20_000;

/**
 * Textract reads one page at once, and more only as a job. It says which a file is when it is asked to read it.
 * https://docs.aws.amazon.com/textract/latest/dg/limits-document.html
 */
async function readAtOnceOrAsJob<One extends Counted, Page extends JobAnswer>(
  job: ReaderJob,
  chance: Chance,
  {
    atOnce,
    start,
    get,
  }: {
    atOnce: () => Promise<One>;
    start: () => Promise<{ readonly JobId?: string | undefined }>;
    get: (page: { JobId: string; NextToken?: string }) => Promise<Page>;
  },
): Promise<(One | Page)[]> {
  try {
    return [await atOnce()];
  } catch (error) {
    if (!isForJobs(error)) return callService(Promise.reject(error));
  }
  const { now } = chance;
  const started = now();
  const ask: typeof get = (page) => askWhileThrottled(() => get(page), job, { ...chance, started });
  const { JobId = '' } = await callService(start());
  for (;;) {
    await job.sleep(pollMs);
    const first = await ask({ JobId });
    if (first.JobStatus === 'SUCCEEDED') return listJobPages(first, (NextToken) => ask({ JobId, NextToken }));
    if (first.JobStatus !== 'IN_PROGRESS') {
      throw createFailure(
        'BadDocumentException',
        first.StatusMessage ?? 'Textract could not read all pages.',
        first,
      );
    }
    if (now() - started > longestMs) {
      throw createFailure(
        'TextractTimeout',
        `Textract has not read the pages within ${longestMs / 1_000} s.`,
        first,
      );
    }
  }
}

/**
 * A job that has been paid for goes on while questions about it are turned away. Documents that began together ask again
 * at different times.
 */
async function askWhileThrottled<T>(
  ask: () => Promise<T>,
  job: ReaderJob,
  { now, unit, started }: Chance & { readonly started: number },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callService(ask());
    } catch (error) {
      const pause = Math.min(longestPauseMs, pollMs * 2 ** attempt) * (0.75 + unit() / 2);
      const isThrottled = error instanceof ReaderError && error.name === 'ThrottlingException';
      if (!isThrottled || now() - started + pause > longestMs) throw error;
      await job.sleep(pause);
    }
  }
}

function isForJobs(error: unknown): boolean {
  const name = error instanceof Error ? error.name : '';
  return name === 'UnsupportedDocumentException' || name === 'DocumentTooLargeException';
}

async function listJobPages<Page extends JobAnswer>(
  first: Page,
  get: (nextToken: string) => Promise<Page>,
): Promise<Page[]> {
  const pages = [first];
  for (let token = first.NextToken; token !== undefined;) {
    const page = await get(token);
    pages.push(page);
    token = page.NextToken;
  }
  return pages;
}

function listText(blocks: readonly Block[]): TextLine[] {
  return blocks.flatMap(({ BlockType, Text, Page = 1, Geometry }) =>
    BlockType === 'LINE' && Text !== undefined ? [{ text: Text, page: Page, box: toBox(Geometry) }] : [],
  );
}

/** Textract gives the words of a page in the order of its lines. */
export function listWordPlaces(blocks: readonly Block[]): StoredWord[] {
  return blocks
    .flatMap(({ BlockType, Text, Page = 1, Geometry, Confidence }) =>
      BlockType === 'WORD' && Text !== undefined
        ? [{ text: Text, page: Page, box: toBox(Geometry), confidence: toShare(Confidence) }]
        : [],
    )
    .toSorted((one, other) => one.page - other.page);
}

function listSummary({ SummaryFields = [] }: ExpenseDocument): FoundValue[] {
  return SummaryFields.flatMap(({ Type, LabelDetection, ValueDetection, PageNumber = 1 }) => {
    const { Text: value, Confidence, Geometry } = ValueDetection ?? {};
    if (!value) return [];
    return [
      {
        ...(Type?.Text !== undefined && { type: Type.Text }),
        ...(LabelDetection?.Text !== undefined && { label: LabelDetection.Text }),
        value,
        field: toField(value, Confidence, PageNumber, Geometry),
      },
    ];
  });
}

function toExpenseLine({ LineItemExpenseFields: cells = [] }: LineItemFields): ReadLine[] {
  const find = (type: string): ExpenseField | undefined => cells.find(({ Type }) => Type?.Text === type);
  const say = (type: string): string => find(type)?.ValueDetection?.Text ?? '';
  const row = find('EXPENSE_ROW')?.ValueDetection?.Geometry;
  const boxes = row ? [row] : cells.flatMap(({ ValueDetection }) => ValueDetection?.Geometry ?? []);
  const line = {
    description: say('ITEM'),
    quantity: say('QUANTITY'),
    unit: say('UNIT_PRICE'),
    amount: say('PRICE'),
  };
  if (Object.values(line).every((text) => text === '')) return [];
  const confidence = Math.min(...cells.map(({ ValueDetection }) => toShare(ValueDetection?.Confidence)));
  return [{ ...line, confidence, page: cells[0]?.PageNumber ?? 1, box: surround(boxes) }];
}

type Blocks = ReadonlyMap<string | undefined, Block>;

/** https://docs.aws.amazon.com/textract/latest/dg/how-it-works-kvp.html */
function toFormValue(block: Block, byId: Blocks): FoundValue[] {
  if (block.BlockType !== 'KEY_VALUE_SET' || !block.EntityTypes?.includes('KEY')) return [];
  const [found] = listRelated(block, 'VALUE', byId);
  const value = found ? joinText(found, byId) : '';
  if (!found || value === '') return [];
  const { Confidence, Page = 1, Geometry } = found;
  return [{ label: joinText(block, byId), value, field: toField(value, Confidence, Page, Geometry) }];
}

/** https://docs.aws.amazon.com/textract/latest/dg/how-it-works-tables.html */
function listRows(table: Block, byId: Blocks): ReadLine[] {
  const cells = listRelated(table, 'CHILD', byId).filter(({ BlockType }) => BlockType === 'CELL');
  const columns = new Map(
    cells.filter(isHead).flatMap((cell) => {
      const column = findColumn(joinText(cell, byId));
      return column === undefined ? [] : [[cell.ColumnIndex, column] as const];
    }),
  );
  const rows = new Map<number, Block[]>();
  for (const cell of cells) {
    if (isHead(cell)) continue;
    const { RowIndex = 0 } = cell;
    rows.set(RowIndex, [...(rows.get(RowIndex) ?? []), cell]);
  }
  return [...rows.values()].map((row) => {
    const line = { description: '', quantity: '', unit: '', amount: '' };
    for (const cell of row) {
      const column = columns.get(cell.ColumnIndex) ?? usualColumns[(cell.ColumnIndex ?? 1) - 1];
      if (column !== undefined && line[column] === '') line[column] = joinText(cell, byId);
    }
    const confidence = Math.min(...row.map((cell) => toShare(cell.Confidence)));
    const box = surround(row.flatMap(({ Geometry }) => Geometry ?? []));
    return { ...line, confidence, page: row[0]?.Page ?? 1, box };
  });
}

function isHead({ EntityTypes }: Block): boolean {
  return EntityTypes?.includes('COLUMN_HEADER') === true;
}

type Column = 'description' | 'quantity' | 'unit' | 'amount';
const usualColumns: readonly Column[] = ['description', 'quantity', 'unit', 'amount'];
const columnHeadings: Readonly<Record<Column, RegExp>> = {
  quantity: /^(?:qty|quantity|units|packages|pieces|pcs)\b/i,
  unit: /^(?:unit|each|price|rate)\b/i,
  amount: /^(?:amount|total|sum|weight|value)\b/i,
  description: /^(?:description|article|item|goods|cost|service|product)\b/i,
};

function findColumn(heading: string): Column | undefined {
  return (Object.keys(columnHeadings) as Column[]).find((column) => columnHeadings[column].test(heading));
}

function listRelated({ Relationships = [] }: Block, type: string, byId: Blocks): Block[] {
  return Relationships.filter(({ Type }) => Type === type).flatMap(({ Ids = [] }) =>
    Ids.flatMap((id) => byId.get(id) ?? []),
  );
}

function joinText(block: Block, byId: Blocks): string {
  return listRelated(block, 'CHILD', byId)
    .flatMap(({ BlockType, Text }) => (BlockType === 'WORD' && Text !== undefined ? [Text] : []))
    .join(' ');
}

function toField(
  value: string,
  confidence: number | undefined,
  page: number,
  geometry: Geometry | undefined,
): ReadField {
  return { value, confidence: toShare(confidence), readBy: 'textract', page, box: toBox(geometry) };
}

/** Textract counts to 100, and to more places than it knows. */
function toShare(confidence = 0): number {
  return Math.round(confidence * 100) / 10_000;
}

function toBox(geometry: Geometry | undefined): Box {
  return surround(geometry ? [geometry] : []);
}

/** The smallest box around all of them, which are rounded only then. */
function surround(geometries: readonly Geometry[]): Box {
  const boxes = geometries.flatMap(({ BoundingBox }) => BoundingBox ?? []);
  if (boxes.length === 0) return [0, 0, 0, 0];
  const left = Math.min(...boxes.map(({ Left = 0 }) => Left));
  const top = Math.min(...boxes.map(({ Top = 0 }) => Top));
  const right = Math.max(...boxes.map(({ Left = 0, Width = 0 }) => Left + Width));
  const bottom = Math.max(...boxes.map(({ Top = 0, Height = 0 }) => Top + Height));
  return [roundShare(left), roundShare(top), roundShare(right - left), roundShare(bottom - top)];
}

/** A ten-thousandth of a page is less than a printed dot, and short in an item. */
function roundShare(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
