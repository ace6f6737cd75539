import { createHash } from 'node:crypto';
import { stages, type Stage } from '#pipelines/extraction/readers.ts';
import type { AnswerModel, AskedModel, ModelAnswer } from '../../aws/bedrock/model-answer.ts';
import type { FileReading, FoundPages, ReadFile, StoredFile } from '../../aws/textract/found-pages.ts';
import { pickStrangeColumn, writeContents } from './contents.ts';
import { buildSchema, nameOnSheet } from './fields.ts';
import { decideOutcome, findFailure, longestAnswer, refusal, type Failure } from './outcome.ts';
import { countLines } from './page-design.ts';
import { readAll, type WholeReading } from './reading.ts';
import { parseRecipe } from './recipe-text.ts';
import { sheetKinds, subjects, type SheetKind, type SheetRecipe } from './sheet.ts';
import { transcribe, type Transcript } from './transcript.ts';

/** AWS is not told what a document is read for, but how well a drawn sheet is read depends on it. */
export interface ReadingPurpose {
  readonly run: number;
  readonly schema: Readonly<Record<string, string>>;
}

export interface Whereabouts {
  /** Finds what a file is read for by its key. */
  readonly findPurpose: (key: string) => Promise<ReadingPurpose>;
  /** Finds the file in a folder, which is all that a model is told. */
  readonly findFile: (folder: string) => Promise<StoredFile | undefined>;
}

/** In the place of Textract and the models, for files that were drawn here: what stands on them is known. */
export function readDrawnDocuments({ findPurpose, findFile }: Whereabouts): {
  readonly readFile: ReadFile;
  readonly answerModel: AnswerModel;
} {
  const readings = rememberReadings();
  return {
    async readFile(file) {
      const purpose = await findPurpose(file.key);
      const recipe = await findRecipe(file, purpose.schema);
      if (!recipe) return describeOtherFile(await file.bytes());
      const failure = findFailure(recipe, purpose.run);
      const ms = decideOutcome(recipe, purpose).stageMs[0] ?? 0;
      const isRefused = failure?.stage === 'textract' && failure.code !== 'UnsupportedLanguage';
      if (isRefused) return refuseFile(failure);
      const found = findPages(recipe, readings(recipe, purpose.schema));
      return { ms, found, ...(failure?.stage === 'textract' && { requestId: failure.requestId }) };
    },
    async answerModel(asked) {
      const file = await findFile(asked.metadata['folder'] ?? '');
      const stage = stages.find((one) => one === asked.metadata['stage']);
      if (!file || !stage) return { ms: 0, says: 'I do not know this document.' };
      const { schema } = await findPurpose(file.key);
      const run = Number(asked.metadata['run'] ?? 1);
      const recipe = await findRecipe(file, schema);
      if (!recipe) return { ms: 0, says: 'I cannot read this document.' };
      return answer(asked, { recipe, stage, run, schema, reading: readings(recipe, schema) });
    },
  };
}

interface KnownReading extends WholeReading {
  readonly transcript: Transcript;
}

/** The three stages of a document follow each other, ten documents at a time. */
const remembered = 32;

function rememberReadings(): (recipe: SheetRecipe, schema: ReadingPurpose['schema']) => KnownReading {
  const recent = new Map<string, KnownReading>();
  return (recipe, schema) => {
    const key = JSON.stringify([recipe, schema]);
    const known = recent.get(key);
    if (known) return known;
    const reading = {
      ...readAll(recipe, { schema, reviewThreshold: 0 }),
      transcript: transcribe(recipe, writeContents(recipe)),
    };
    recent.set(key, reading);
    const [oldest] = recent.keys();
    if (oldest !== undefined && recent.size > remembered) recent.delete(oldest);
    return reading;
  };
}

function refuseFile({ code, said, requestId, ms }: Failure): FileReading {
  return {
    ms,
    code: code === 'ThrottlingException' ? code : 'BadDocumentException',
    message: said,
    requestId,
  };
}

/** Returns what Textract finds on a sheet, for those who need nothing else of its reading. */
export function findPrinted(recipe: SheetRecipe, schema: ReadingPurpose['schema']): FoundPages {
  return findPages(recipe, rememberReadings()(recipe, schema));
}

/** Textract finds the text as it takes it, and the fields and lines that it makes out. */
function findPages(recipe: SheetRecipe, { transcript, judgements, lineItems }: KnownReading): FoundPages {
  const { spots, rows, headings } = transcript;
  const lines = [...transcript.lines];
  const retype = (spot: string, text: string): void => {
    const at = spots.get(spot);
    const line = at === undefined ? undefined : lines[at];
    if (at !== undefined && line) lines[at] = { ...line, text };
  };
  for (const { field, textract, bedrock } of judgements) retype(field.name, (textract ?? bedrock).value);
  lineItems.forEach(({ amount }, index) => retype(`lineItems.${index}.amount`, amount));
  const values = judgements.flatMap(({ name, field, textract }) => {
    const value = spots.get(field.name);
    if (!textract || value === undefined) return [];
    // A label is written just before its value; the letterhead has none.
    const isLabelled = field.name !== 'supplier' || recipe.kind === 'form';
    const type = expenseTypes.get(nameOnSheet(recipe.kind, name)) ?? 'OTHER';
    return [{ type, value, confidence: textract.confidence, ...(isLabelled && { label: value - 1 }) }];
  });
  return {
    pages: recipe.pages,
    lines,
    values,
    rows: lineItems.map(({ page, box, confidence }, index) => ({
      page,
      box,
      confidence,
      cells: rows[index] ?? [],
    })),
    headings,
  };
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

interface AskedDocument extends ReadingPurpose {
  readonly recipe: SheetRecipe;
  readonly stage: Stage;
  readonly reading: KnownReading;
}

function answer(asked: AskedModel, document: AskedDocument): ModelAnswer {
  const { recipe, stage, run } = document;
  const outcome = decideOutcome(recipe, document);
  const failure = findFailure(recipe, run);
  const ms = outcome.stageMs[stages.indexOf(stage)] ?? 0;
  if (failure?.stage === stage) return fail(failure, recipe, ms);
  const usage = stage === 'gap-fill' ? outcome.usage.gapFill : outcome.usage.verify;
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  const input =
    stage === 'gap-fill' ? findGaps(asked, document) : judge(document, outcome.ok ? outcome.score : 0);
  return { ms, input, inputTokens, outputTokens };
}

function fail(failure: Failure, recipe: SheetRecipe, ms: number): ModelAnswer {
  const { code, said, requestId, characters = 0 } = failure;
  const known = { ms, requestId };
  if (code === 'ThrottlingException' || code === 'ModelTimeoutException')
    return { ...known, code, message: said };
  if (code === 'GuardrailIntervened') {
    return { ...known, stoppedBy: 'PROMPT_ATTACK', confidence: 'HIGH', afterCharacters: characters };
  }
  if (code === 'AnswerTruncated') return { ...known, cutOffAfterTokens: longestAnswer };
  if (code === 'ModelRefused') return { ...known, says: refusal };
  const unassigned = [{ column: pickStrangeColumn(recipe), page: 1, cells: countLines(recipe) }];
  return { ...known, input: { fields: {}, unassigned }, inputTokens: 0, outputTokens: 0 };
}

/** A model finds only what it was shown. */
function findGaps({ text, tool }: AskedModel, { reading }: AskedDocument): object {
  const shown = new Set(Array.from(text.matchAll(/^\[(\d+)\]/gm), ([, number]) => Number(number)));
  const wanted = listWanted(tool?.schema);
  const fields = reading.judgements.flatMap(({ name, field, bedrock }) => {
    const line = (reading.transcript.spots.get(field.name) ?? -1) + 1;
    return wanted.has(name) && shown.has(line) ? [[name, { ...bedrock, line }] as const] : [];
  });
  return { fields: Object.fromEntries(fields) };
}

/** The fields that the schema of a tool has a place for. */
function listWanted(schema: unknown): ReadonlySet<string> {
  const fields = readMember(readMember(schema, 'properties'), 'fields');
  return new Set(Object.keys(readMember(fields, 'properties') ?? {}));
}

function readMember(value: unknown, name: string): object | undefined {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof member === 'object' && member !== null ? member : undefined;
}

function judge({ reading }: AskedDocument, confidence: number): object {
  return {
    fields: Object.fromEntries(reading.judgements.map(({ name, bedrock }) => [name, bedrock])),
    checks: reading.compared.map(({ check, names }) => ({ ...check, fields: names })),
    confidence,
  };
}

/** Returns the recipe that a file was drawn from. A user's own PDF gets one by its bytes, always the same. */
async function findRecipe(
  file: StoredFile,
  schema: ReadingPurpose['schema'],
): Promise<SheetRecipe | undefined> {
  const recipe = parseRecipe(file.metadata['sheet'] ?? '');
  return recipe ?? deriveRecipe(await file.bytes(), file.key, schema);
}

const magic = '%PDF-';

function readBeginning(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, magic.length)).toString('latin1');
}

function describeOtherFile(bytes: Uint8Array): FileReading {
  const beginning = readBeginning(bytes).replaceAll(/[^ -~]/g, '.');
  const message = `The file is no PDF: ${bytes.length} bytes that begin with "${beginning}".`;
  return { ms: 0, code: 'BadDocumentException', message };
}

function deriveRecipe(
  bytes: Uint8Array,
  key: string,
  schema: ReadingPurpose['schema'],
): SheetRecipe | undefined {
  if (readBeginning(bytes) !== magic) return undefined;
  const hash = createHash('sha256').update(bytes).digest();
  const [, tenantId = 'unknown'] = key.split('/');
  return {
    ...findClosestPaper(schema),
    layout: hash.readUInt8(0) % 3,
    recipient: tenantId,
    seed: hash.toString('hex', 1, 9),
    pages: 1 + (hash.readUInt8(10) % 2),
    isScanned: false,
    // One in eight.
    ...(hash.readUInt8(11) < 32 && { defect: 'unsure' }),
  };
}

type Paper = Pick<SheetRecipe, 'kind' | 'about'>;

const papers: readonly Paper[] = [
  ...sheetKinds.map((kind: SheetKind) => ({ kind })),
  ...subjects.slice(subjects.indexOf('customs')).map((about) => ({ kind: 'form', about }) as const),
];

/** The kind of document that has most of what is asked for. */
function findClosestPaper(schema: ReadingPurpose['schema']): Paper {
  const names = Object.keys(schema);
  const ranked = papers.map((paper) => {
    const known = buildSchema(paper.kind, paper.about);
    return { paper, found: names.filter((name) => Object.hasOwn(known, name)).length };
  });
  return ranked.toSorted((a, b) => b.found - a.found)[0]?.paper ?? { kind: 'invoice' };
}
