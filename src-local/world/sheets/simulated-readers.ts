import {
  ReaderError,
  stages,
  type PagesRead,
  type ReadField,
  type ReaderJob,
  type Readers,
  type Reading,
  type Stage,
} from '../../pipelines/extraction/readers.ts';
import type { PipelineClients } from '../../pipelines/parts.ts';
import { readAll, type WholeReading } from './reading-of.ts';
import type { Judgement } from './reading/judgements-of.ts';
import { outcomeOf, type Outcome } from './reading/outcome-of.ts';
import { recipeAt } from './recipe-at.ts';

interface ReaderOptions {
  /** How long a document takes in the mean, all three stages; 15,000 where left out. */
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
  /** Once the time that the stage takes is over. What fails further on is read as if nothing were the matter. */
  const read = async (stage: Stage, job: ReaderJob): Promise<WholeReading & { outcome: Outcome }> => {
    const recipe = await recipeAt(s3, job);
    const outcome = outcomeOf(recipe, job);
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
      const fields = foundByTextract(judgements);
      const missing = Object.keys(job.schema).filter((name) => !Object.hasOwn(fields, name));
      return { fields, lineItems, missing, usage: done(outcome.usage.textract) };
    },
    async gapFill(job, { missing }: PagesRead) {
      const { judgements, outcome } = await read('gap-fill', job);
      return { fields: foundByModel(judgements, missing), usage: done(outcome.usage.gapFill) };
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

function foundByTextract(judgements: readonly Judgement[]): Fields {
  return Object.fromEntries(
    judgements.flatMap((judgement): [string, ReadField][] =>
      judgement.textract ? [[judgement.name, unverified(judgement, judgement.textract, 'textract')]] : [],
    ),
  );
}

/** The model is asked for what is missing, and for nothing else. */
function foundByModel(judgements: readonly Judgement[], missing: readonly string[]): Fields {
  return Object.fromEntries(
    judgements
      .filter(({ name }) => missing.includes(name))
      .map((judgement) => [judgement.name, unverified(judgement, judgement.bedrock, 'gap-fill')]),
  );
}

function unverified({ field }: Judgement, reading: Reading, readBy: ReadField['readBy']): ReadField {
  return { ...reading, readBy, page: field.page, box: field.box };
}
