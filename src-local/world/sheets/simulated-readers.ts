import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import {
  ReaderError,
  stages,
  type PagesRead,
  type ReadField,
  type ReaderJob,
  type Readers,
  type Reading,
  type Stage,
} from '#pipelines/extraction/readers.ts';
import type { PipelineClients } from '#pipelines/parts.ts';
import { readAll, type WholeReading, type Judgement } from './reading.ts';
import { decideOutcome, type Outcome } from './outcome.ts';
import { buildSchema } from './fields.ts';
import { parseRecipe } from './recipe-text.ts';
import { sheetKinds, subjects, type SheetRecipe } from './sheet.ts';

interface ReaderOptions {
  /** The mean time of a document in all three stages; 15,000 if left out. */
  readonly latencyMs?: number;
}
const usualMs = 15_000;

/**
 * Textract and Bedrock for documents that were drawn here: each carries its recipe, so what stands on it is known.
 * They take their time, misread what is hard to read, and fail as the recipe says.
 */
export function simulatedReaders(
  { s3 }: Pick<PipelineClients, 's3'>,
  { latencyMs = usualMs }: ReaderOptions = {},
): Readers {
  /** Waits for the time that the stage takes. A document that fails in a later stage is read normally here. */
  const read = async (stage: Stage, job: ReaderJob): Promise<WholeReading & { outcome: Outcome }> => {
    const recipe = await findRecipe(s3, job);
    const outcome = decideOutcome(recipe, job);
    const ms = outcome.stageMs[stages.indexOf(stage)] ?? 0;
    await job.sleep(Math.round((ms * latencyMs) / usualMs));
    if (!outcome.ok && outcome.error.stage === stage) {
      throw new ReaderError(outcome.error.code, outcome.error.message);
    }
    return { ...readAll(recipe, job), outcome };
  };

  return {
    async textract(job) {
      const { judgements, lineItems, outcome } = await read('textract', job);
      const fields = listFoundByTextract(judgements);
      const missing = Object.keys(job.schema).filter((name) => !Object.hasOwn(fields, name));
      return { fields, lineItems, missing, usage: done(outcome.usage.textract) };
    },
    async gapFill(job, { missing }: PagesRead) {
      const { judgements, outcome } = await read('gap-fill', job);
      return { fields: listFoundByModel(judgements, missing), usage: done(outcome.usage.gapFill) };
    },
    async verify(job, first, filled) {
      const { fields, checks, outcome } = await read('verify', job);
      const known = { ...first.fields, ...filled.fields };
      const kept = Object.entries(fields).filter(([name]) => Object.hasOwn(known, name));
      const score = outcome.ok ? outcome.score : 0;
      return { fields: Object.fromEntries(kept), checks, score, usage: done(outcome.usage.verify) };
    },
  };
}

/** A stage that did not fail has consumed something. */
function done<T>(usage: T | undefined): T {
  if (usage === undefined) throw new Error('A stage came to an end that had failed before');
  return usage;
}

type Fields = Readonly<Record<string, ReadField>>;

function listFoundByTextract(judgements: readonly Judgement[]): Fields {
  return Object.fromEntries(
    judgements.flatMap((judgement): [string, ReadField][] =>
      judgement.textract ? [[judgement.name, toUnverified(judgement, judgement.textract, 'textract')]] : [],
    ),
  );
}

/** The model is asked for what is missing, and for nothing else. */
function listFoundByModel(judgements: readonly Judgement[], missing: readonly string[]): Fields {
  return Object.fromEntries(
    judgements
      .filter(({ name }) => missing.includes(name))
      .map((judgement) => [judgement.name, toUnverified(judgement, judgement.bedrock, 'gap-fill')]),
  );
}

function toUnverified({ field }: Judgement, reading: Reading, readBy: ReadField['readBy']): ReadField {
  return { ...reading, readBy, page: field.page, box: field.box };
}

type S3 = PipelineClients['s3'];

/** Returns the recipe that a file was drawn from. A user's own file gets one by its bytes, always the same. */
async function findRecipe(s3: S3, job: ReaderJob): Promise<SheetRecipe> {
  const at = { Bucket: job.bucket, Key: job.key };
  const { Metadata } = await s3.send(new HeadObjectCommand(at));
  const recipe = parseRecipe(Metadata?.['sheet'] ?? '');
  if (recipe) return recipe;
  const { Body } = await s3.send(new GetObjectCommand(at));
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
  return deriveRecipe(bytes, job);
}

const magic = '%PDF-';

function deriveRecipe(bytes: Uint8Array, job: Pick<ReaderJob, 'key' | 'schema'>): SheetRecipe {
  const beginning = Buffer.from(bytes.subarray(0, magic.length)).toString('latin1');
  if (beginning !== magic) {
    throw new ReaderError(
      'BadDocumentException',
      `The file is no PDF: ${bytes.length} bytes that begin with "${printed(beginning)}".`,
    );
  }
  const hash = createHash('sha256').update(bytes).digest();
  const [, tenantId = 'unknown'] = job.key.split('/');
  return {
    ...closestTo(job.schema),
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
  ...sheetKinds.map((kind) => ({ kind })),
  ...subjects.slice(subjects.indexOf('customs')).map((about) => ({ kind: 'form', about }) as const),
];

/** The kind of document that has most of what is asked for. */
function closestTo(schema: ReaderJob['schema']): Paper {
  const names = Object.keys(schema);
  const ranked = papers.map((paper) => {
    const known = buildSchema(paper.kind, paper.about);
    return { paper, found: names.filter((name) => Object.hasOwn(known, name)).length };
  });
  return ranked.toSorted((a, b) => b.found - a.found)[0]?.paper ?? { kind: 'invoice' };
}

function printed(text: string): string {
  return text.replaceAll(/[^ -~]/g, '.');
}
