import { z } from 'zod';
import type {
  Box,
  Check,
  GapsFilled,
  PagesRead,
  ReaderJob,
  Readers,
  ReadField,
  Reading,
  TextLine,
  Verified,
} from '../readers.ts';
import { askModel, type Json, type Model } from './ask-model.ts';
import { createFailure } from './failures.ts';
import { findPlaces } from './match-fields.ts';
import { readPages, type PageReader } from './read-pages.ts';

/**
 * The readers of a deployment. The clients should make one attempt only: a throttled stage is retried by the state
 * machine, which waits without paying for a function.
 */
export function awsReaders(services: PageReader & Model): Readers {
  return {
    textract: (job) => readPages(services, job),
    gapFill: (job, read) => fillGaps(services, job, read),
    verify: (job, read, filled) => verify(services, job, read, filled),
  };
}

const share = z.number().min(0).max(1);
/** A value is part of an item, which has 400 KB. */
const readingSchema = z.object({ value: z.string().min(1).max(2_000), confidence: share });

/** A model gives an empty text for a field that it did not find, and then no line either. */
function describeReadings<Schema extends z.ZodType>(reading: Schema) {
  return z.preprocess(
    (given) => (isRecord(given) ? withoutEmpty(given) : given),
    z.record(z.string(), reading),
  );
}

function withoutEmpty(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([, one]) => !(isRecord(one) && typeof one['value'] === 'string' && one['value'].trim() === ''),
    ),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const filledSchema = z.object({
  fields: describeReadings(readingSchema.extend({ line: z.number().int().positive() })),
  unassigned: z
    .array(
      z.object({
        column: z.string().max(200),
        page: z.number().int().positive(),
        cells: z.number().int().nonnegative(),
      }),
    )
    .optional(),
});

/** Asks a model for the missing fields. It sees only those lines of the text where they would stand. */
async function fillGaps(model: Model, job: ReaderJob, { missing, text }: PagesRead): Promise<GapsFilled> {
  const places = findPlaces(job.schema, missing, text);
  const { given, output, usage } = await askModel(model, job, {
    stage: 'gap-fill',
    tool: {
      name: 'record_missing_fields',
      description: 'Records the values of fields that were not found before.',
      schema: describeFilled(job.schema, missing),
    },
    task:
      'Find the missing fields in these lines of a document. Give each value as printed, how sure you are from 0 to 1, ' +
      'and the number of its line. Name a column of a table as unassigned only if the schema has no place for its figures.',
    text: places.flatMap((at) => writeLine(text, at)).join('\n'),
    answer: filledSchema,
  });
  const [strange] = given.unassigned ?? [];
  if (strange) {
    const { column, page, cells } = strange;
    const message = `Column "${column}" of the table on page ${page} fits no field of the schema: ${cells} cells unassigned.`;
    throw createFailure('SchemaMismatch', message, output);
  }
  const fields: [string, ReadField][] = [];
  for (const name of missing) {
    const found = Object.hasOwn(given.fields, name) ? given.fields[name] : undefined;
    if (!found) continue;
    const { value, confidence, line } = found;
    const { page = 1, box = nowhere } = text[line - 1] ?? {};
    fields.push([name, { value, confidence, readBy: 'gap-fill', page, box }]);
  }
  return { fields: Object.fromEntries(fields), usage };
}

const nowhere: Box = [0, 0, 0, 0];

function writeLine(text: readonly TextLine[], at: number): string[] {
  const line = text[at];
  return line ? [`[${at + 1}] p${line.page} ${line.text}`] : [];
}

const judgedSchema = z.object({
  fields: describeReadings(readingSchema),
  checks: z
    .array(
      z.object({
        name: z.string().min(1).max(200),
        passed: z.boolean(),
        detail: z.string().max(500),
        fields: z.array(z.string()).max(100),
      }),
    )
    .max(100),
  confidence: share,
});
type Judged = z.infer<typeof judgedSchema>;

/** Asks a model to read all fields again, and scores the whole by the reading that is least sure. */
async function verify(
  model: Model,
  job: ReaderJob,
  { fields: first, text }: PagesRead,
  { fields: filled }: GapsFilled,
): Promise<Verified> {
  const known = { ...first, ...filled };
  const { given, usage } = await askModel(model, job, {
    stage: 'verify',
    tool: {
      name: 'judge_document',
      description:
        'Records each value of a document as you read it, and the rules between them that you have checked.',
      schema: describeJudged(job.schema),
    },
    task:
      'Read each field of this document yourself, and say how sure you are from 0 to 1. Check what must agree: lines and ' +
      'their sum, sums and totals, dates in their order. The last line has the values that were read before.',
    text: [...text.flatMap((_, at) => writeLine(text, at)), JSON.stringify(listValues(known))].join('\n'),
    answer: judgedSchema,
  });
  const judged = new Map(
    Object.entries(known).map(([name, before]) => [name, takeReading(before, readAgain(given, name))]),
  );
  const blamed = listBlamed(given, judged);
  const fields = [...judged].map(([name, one]) => [name, describeField(one, job, blamed.has(name))] as const);
  const score = Math.min(given.confidence, ...fields.map(([, { confidence }]) => confidence));
  return { fields: Object.fromEntries(fields), checks: given.checks.map(toCheck), score, usage };
}

function listValues(fields: Readonly<Record<string, ReadField>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
}

function readAgain({ fields }: Judged, name: string): Reading | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function toCheck({ name, passed, detail }: Judged['checks'][number]): Check {
  return { name, passed, detail };
}

/** A field, the value that is believed, and both readings where there are two. */
interface Judgement {
  readonly before: ReadField;
  readonly taken: Reading;
  readonly bedrock?: Reading;
}

/** The reader that is surer is believed; Textract where they are equally sure, because it has seen the paper. */
function takeReading(before: ReadField, bedrock: Reading | undefined): Judgement {
  if (!bedrock) return { before, taken: before };
  const isOwn = before.readBy !== 'textract' || bedrock.confidence > before.confidence;
  return { before, taken: isOwn ? bedrock : before, bedrock };
}

/** A check does not say which of its values is wrong. The one that was read worst is the first to look at. */
function listBlamed({ checks }: Judged, judged: ReadonlyMap<string, Judgement>): ReadonlySet<string> {
  const blamed = new Set<string>();
  for (const { passed, fields } of checks) {
    if (passed) continue;
    const [worst] = fields
      .flatMap((name) => {
        const judgement = judged.get(name);
        return judgement ? [{ name, confidence: judgement.taken.confidence }] : [];
      })
      .toSorted((one, other) => one.confidence - other.confidence);
    if (worst) blamed.add(worst.name);
  }
  return blamed;
}

/** The field as the document item stores it, with its readings where they differ or are unsure. */
function describeField({ before, taken, bedrock }: Judgement, job: ReaderJob, isBlamed: boolean): ReadField {
  const { readBy, page, box } = before;
  const { value, confidence } = taken;
  const isDisputed = bedrock !== undefined && bedrock.value !== before.value;
  const isUnsure = confidence < job.reviewThreshold;
  const flags: NonNullable<ReadField['flags']>[number][] = [];
  if (isUnsure) flags.push('below threshold');
  if (isDisputed) flags.push('readers disagree');
  if (isBlamed) flags.push('check failed');
  const isChoice = readBy === 'textract' && bedrock !== undefined && (isDisputed || isUnsure);
  const textract = { value: before.value, confidence: before.confidence };
  return {
    value,
    confidence,
    readBy,
    page,
    box,
    ...(isChoice && { readings: { textract, bedrock } }),
    ...(flags.length > 0 && { flags }),
  };
}

type ObjectSchema = { [name: string]: Json };

const confidenceSchema: Json = { type: 'number', minimum: 0, maximum: 1 };

function describeFilled(schema: ReaderJob['schema'], missing: readonly string[]): ObjectSchema {
  const column = describeObject({
    column: { type: 'string' },
    page: { type: 'integer', minimum: 1 },
    cells: { type: 'integer', minimum: 0 },
  });
  return describeObject(
    {
      fields: describeFields(schema, missing, { line: { type: 'integer', minimum: 1 } }),
      unassigned: { type: 'array', items: column },
    },
    ['fields'],
  );
}

function describeJudged(schema: ReaderJob['schema']): ObjectSchema {
  const check = describeObject({
    name: { type: 'string' },
    passed: { type: 'boolean' },
    detail: { type: 'string' },
    fields: { type: 'array', items: { type: 'string' } },
  });
  return describeObject({
    fields: describeFields(schema, Object.keys(schema), {}),
    checks: { type: 'array', items: check },
    confidence: confidenceSchema,
  });
}

/** The model is told of a field what the workflow says of it: its kind, or a sentence. */
function describeFields(
  schema: ReaderJob['schema'],
  names: readonly string[],
  more: ObjectSchema,
): ObjectSchema {
  const each = names.map((name): [string, Json] => {
    const field = describeObject({ value: { type: 'string' }, confidence: confidenceSchema, ...more });
    return [name, { ...field, description: schema[name] ?? '' }];
  });
  return describeObject(Object.fromEntries(each), []);
}

function describeObject(
  properties: ObjectSchema,
  required: readonly string[] = Object.keys(properties),
): ObjectSchema {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}
