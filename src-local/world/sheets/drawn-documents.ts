import { createHash } from 'node:crypto';
import { stages, type Stage } from '#pipelines/extraction/readers.ts';
import type { AnswerModel, AskedModel, ModelAnswer } from '../../aws/bedrock/model-answer.ts';
import type { FileReading, ReadFile, StoredFile } from '../../aws/textract/found-pages.ts';
import { pickStrangeColumn } from './contents.ts';
import { buildSchema } from './fields.ts';
import { longestAnswer, refusal, type Failure } from './outcome.ts';
import { countLines } from './page-design.ts';
import { parsePaper, takePages, wholeSheet, type Paper } from './paper.ts';
import { decidePaperOutcome, findPaperFailure, readPaper, type PaperReading } from './read-paper.ts';
import { sheetKinds, subjects, type SheetKind, type SheetRecipe } from './sheet.ts';

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
  /** Finds of which pages of which files the pipeline has made a file; undefined where it was sent like this. */
  readonly findSources?: (key: string) => Promise<readonly FileSource[] | undefined>;
}

interface FileSource {
  readonly key: string;
  readonly pages?: { readonly from: number; readonly to: number };
}

/** In the place of Textract and the models, for files that were drawn here: what stands on them is known. */
export function readDrawnDocuments(places: Whereabouts): {
  readonly readFile: ReadFile;
  readonly answerModel: AnswerModel;
} {
  const { findPurpose, findFile } = places;
  const readings = rememberReadings();
  return {
    async readFile(file) {
      const purpose = await findPurpose(file.key);
      const paper = await findPaper(places, file, purpose.schema);
      if (!paper) return describeOtherFile(await file.bytes());
      const failure = findPaperFailure(paper, purpose.run);
      const ms = decidePaperOutcome(paper, purpose).stageMs[0] ?? 0;
      const isRefused = failure?.stage === 'textract' && failure.code !== 'UnsupportedLanguage';
      if (isRefused) return refuseFile(failure);
      const { found } = readings(paper, purpose.schema);
      return { ms, found, ...(failure?.stage === 'textract' && { requestId: failure.requestId }) };
    },
    async answerModel(asked) {
      const file = await findFile(asked.metadata['folder'] ?? '');
      const stage = stages.find((one) => one === asked.metadata['stage']);
      if (!file || !stage) return { ms: 0, says: 'I do not know this document.' };
      const { schema } = await findPurpose(file.key);
      const run = Number(asked.metadata['run'] ?? 1);
      const paper = await findPaper(places, file, schema);
      if (!paper) return { ms: 0, says: 'I cannot read this document.' };
      return answer(asked, { paper, stage, run, schema, reading: readings(paper, schema) });
    },
  };
}

/** The three stages of a document follow each other, ten documents at a time. */
const remembered = 32;

function rememberReadings(): (paper: Paper, schema: ReadingPurpose['schema']) => PaperReading {
  const recent = new Map<string, PaperReading>();
  return (paper, schema) => {
    const key = JSON.stringify([paper, schema]);
    const known = recent.get(key);
    if (known) return known;
    const reading = readPaper(paper, schema);
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

interface AskedDocument extends ReadingPurpose {
  readonly paper: Paper;
  readonly stage: Stage;
  readonly reading: PaperReading;
}

function answer(asked: AskedModel, document: AskedDocument): ModelAnswer {
  const { paper, stage, run, reading } = document;
  const outcome = decidePaperOutcome(paper, document);
  const failure = findPaperFailure(paper, run);
  const ms = outcome.stageMs[stages.indexOf(stage)] ?? 0;
  if (failure?.stage === stage) return fail(failure, paper, ms);
  const usage = stage === 'gap-fill' ? outcome.usage.gapFill : outcome.usage.verify;
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  // A model is sure of nothing where a file has none of the fields.
  const score = outcome.ok ? (reading.fields.length === 0 ? nothingFound : outcome.score) : 0;
  const input = stage === 'gap-fill' ? findGaps(asked, document) : judge(document, score);
  return { ms, input, inputTokens, outputTokens };
}

const nothingFound = 0.12;

function fail(failure: Failure, [sheet]: Paper, ms: number): ModelAnswer {
  const { code, said, requestId, characters = 0 } = failure;
  const known = { ms, requestId };
  if (code === 'ThrottlingException' || code === 'ModelTimeoutException')
    return { ...known, code, message: said };
  if (code === 'GuardrailIntervened') {
    return { ...known, stoppedBy: 'PROMPT_ATTACK', confidence: 'HIGH', afterCharacters: characters };
  }
  if (code === 'AnswerTruncated') return { ...known, cutOffAfterTokens: longestAnswer };
  if (code === 'ModelRefused' || !sheet) return { ...known, says: refusal };
  const { recipe } = sheet;
  const unassigned = [{ column: pickStrangeColumn(recipe), page: 1, cells: countLines(recipe) }];
  return { ...known, input: { fields: {}, unassigned }, inputTokens: 0, outputTokens: 0 };
}

/** A model finds only what it was shown. */
function findGaps({ text, tool }: AskedModel, { reading }: AskedDocument): object {
  const shown = new Set(Array.from(text.matchAll(/^\[(\d+)\]/gm), ([, number]) => Number(number)));
  const wanted = listWanted(tool?.schema);
  const fields = reading.fields.flatMap(({ name, bedrock, line }) =>
    wanted.has(name) && shown.has(line + 1) ? [[name, { ...bedrock, line: line + 1 }] as const] : [],
  );
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
    fields: Object.fromEntries(reading.fields.map(({ name, bedrock }) => [name, bedrock])),
    checks: reading.compared.map(({ check, names }) => ({ ...check, fields: names })),
    confidence,
  };
}

/** Returns the sheets that a file was drawn from. A user's own PDF gets one by its bytes, always the same. */
async function findPaper(
  places: Whereabouts,
  file: StoredFile,
  schema: ReadingPurpose['schema'],
): Promise<Paper | undefined> {
  const sources = await places.findSources?.(file.key);
  if (sources) {
    const paper = await joinSources(places, sources, schema);
    if (paper.length > 0) return paper;
  }
  const drawn = parsePaper(file.metadata['sheet'] ?? '');
  if (drawn) return drawn;
  const recipe = deriveRecipe(await file.bytes(), file.key, schema);
  return recipe && [wholeSheet(recipe)];
}

/** A file that the pipeline has made has the pages of others. */
async function joinSources(
  places: Whereabouts,
  sources: readonly FileSource[],
  schema: ReadingPurpose['schema'],
): Promise<Paper> {
  const joined: Paper[number][] = [];
  for (const { key, pages } of sources) {
    const file = await places.findFile(key);
    const paper = file && (await findPaper(places, file, schema));
    if (paper) joined.push(...(pages ? takePages(paper, pages) : paper));
  }
  return joined;
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

type PaperKind = Pick<SheetRecipe, 'kind' | 'about'>;

const papers: readonly PaperKind[] = [
  ...sheetKinds.map((kind: SheetKind) => ({ kind })),
  ...subjects.slice(subjects.indexOf('customs')).map((about) => ({ kind: 'form', about }) as const),
];

/** The kind of document that has most of what is asked for. */
function findClosestPaper(schema: ReadingPurpose['schema']): PaperKind {
  const names = Object.keys(schema);
  const ranked = papers.map((paper) => {
    const known = buildSchema(paper.kind, paper.about);
    return { paper, found: names.filter((name) => Object.hasOwn(known, name)).length };
  });
  return ranked.toSorted((a, b) => b.found - a.found)[0]?.paper ?? { kind: 'invoice' };
}
