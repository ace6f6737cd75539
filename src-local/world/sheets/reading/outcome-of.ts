import type { ModelUsage, TextractUsage } from '../../../pipelines/extraction/readers.ts';
import { isDeclared, nameOnSheet } from '../fields-of.ts';
import { lineCountOf } from '../page/room-of.ts';
import type { SheetRecipe } from '../sheet.ts';
import { hashOf, throwOf } from '../throws.ts';
import { failureOf, type Failure } from './failure-of.ts';
import { scoreOf } from './score-of.ts';

/** The part of a workflow and a run that a reading depends on. */
export interface ReadingJob {
  readonly run: number;
  readonly schema: Readonly<Record<string, string>>;
  readonly reviewThreshold: number;
}

export interface SheetUsage {
  readonly textract: TextractUsage;
  readonly gapFill: ModelUsage;
  readonly verify: ModelUsage;
}

export type Outcome =
  | {
      readonly ok: true;
      readonly score: number;
      readonly usage: SheetUsage;
      readonly stageMs: readonly [number, number, number];
    }
  | {
      readonly ok: false;
      readonly error: Omit<Failure, 'ms'>;
      /** Of the stages that went well. */
      readonly usage: Partial<SheetUsage>;
      /** Theirs, and that of the one that failed. */
      readonly stageMs: readonly number[];
    };

/** How a run ends for a document and what it takes, without reading it: for a status or a bill that is enough. */
export function outcomeOf(recipe: SheetRecipe, job: Pick<ReadingJob, 'run' | 'schema'>): Outcome {
  const hash = hashOf(recipe.seed);
  const stageMs = stageTimesOf(recipe, job.run);
  const found = namesFound(recipe, job.schema).length;
  const usage = usageOf(recipe, hash, found, stageMs);
  const failure = failureOf(recipe, job.run);
  if (!failure) return { ok: true, score: scoreFor(recipe, found), usage, stageMs };
  const { ms, ...error } = failure;
  const { textract, gapFill } = usage;
  const done = { textract: {}, 'gap-fill': { textract }, verify: { textract, gapFill } }[error.stage];
  const before = Object.keys(done).length;
  return { ok: false, error, usage: done, stageMs: [...stageMs.slice(0, before), ms] };
}

/** What has nothing of what was asked for is another paper. */
function scoreFor(recipe: SheetRecipe, found: number): number {
  return found === 0 ? 0.12 : scoreOf(recipe);
}

/** Of the schema, in its order: what stands on such a document. */
export function namesFound(recipe: SheetRecipe, schema: ReadingJob['schema']): readonly string[] {
  return Object.keys(schema).filter((name) => isDeclared(recipe, nameOnSheet(recipe.kind, name)));
}

/** Of so many that can be found, Textract finds 70 to 80 %, as near to that as whole fields come. */
export function firstFoundCount(hash: number, found: number): number {
  return Math.round(found * (0.7 + 0.1 * throwOf(hash, 80)));
}

/** As the price book names it. */
export const model = 'claudeHaiku45.regional';

function usageOf(
  recipe: SheetRecipe,
  hash: number,
  found: number,
  [textractMs, gapFillMs, verifyMs]: readonly [number, number, number],
): SheetUsage {
  const { pages } = recipe;
  const missing = found - firstFoundCount(hash, found);
  const near = (tokens: number, which: number): number =>
    Math.round(tokens * (0.94 + 0.12 * throwOf(hash, which)));
  return {
    textract: { pages, ms: textractMs },
    gapFill: {
      model,
      inputTokens: near(5_400 + 1_100 * pages + 80 * missing, 81),
      outputTokens: near(140 + 95 * missing, 82),
      ms: gapFillMs,
    },
    verify: {
      model,
      inputTokens: near(8_600 + 2_100 * pages + 60 * found, 83),
      outputTokens: near(580 + 45 * found + 12 * lineCountOf(recipe), 84),
      ms: verifyMs,
    },
  };
}

/** Of a run that goes well: 15 s in the mean, whatever the document (domain, 1.3). */
export function stageTimesOf(
  { seed }: Pick<SheetRecipe, 'seed'>,
  run: number,
): readonly [number, number, number] {
  const hash = hashOf(seed) ^ Math.imul(run, 0x632be5ab);
  const near = (ms: number, which: number): number => Math.round(ms * (0.85 + 0.3 * throwOf(hash, which)));
  return [near(6_000, 90), near(4_000, 91), near(5_000, 92)];
}
