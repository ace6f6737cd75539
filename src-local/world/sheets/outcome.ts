import { chooseAnalysis } from '#pipelines/extraction/analysis.ts';
import type { ModelUsage, TextractUsage, ReaderErrorCode, Stage } from '#pipelines/extraction/readers.ts';
import { hashText, throwDie, seededRandomness, type Randomness } from '../randomness.ts';
import { isDeclared, nameOnSheet } from './fields.ts';
import { countLines } from './page-design.ts';
import { computeSheetSize, type SheetRecipe } from './sheet.ts';
import { computeScore } from './troubles.ts';
import { pickStrangeColumn } from './contents.ts';
import { pickLanguage } from './languages.ts';

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
      readonly error: Pick<Failure, 'stage' | 'code' | 'message'>;
      /** The usage of the stages that succeeded. */
      readonly usage: Partial<SheetUsage>;
      /** Theirs, and that of the one that failed. */
      readonly stageMs: readonly number[];
    };

/** Decides the end of a run and its usage without reading the document, which suffices for a status or a bill. */
export function decideOutcome(recipe: SheetRecipe, job: Pick<ReadingJob, 'run' | 'schema'>): Outcome {
  const hash = hashText(recipe.seed);
  const stageMs = timeStages(recipe, job.run);
  const found = listFoundNames(recipe, job.schema).length;
  const usage = computeUsage(recipe, hash, found, stageMs, job.schema);
  const failure = findFailure(recipe, job.run);
  if (!failure) return { ok: true, score: computeScoreFor(recipe, found), usage, stageMs };
  const { stage, code, message, ms } = failure;
  const error = { stage, code, message };
  const { textract, gapFill } = usage;
  const done = { textract: {}, 'gap-fill': { textract }, verify: { textract, gapFill } }[error.stage];
  const before = Object.keys(done).length;
  return { ok: false, error, usage: done, stageMs: [...stageMs.slice(0, before), ms] };
}

/** A document with none of the requested fields is another kind of paper. */
function computeScoreFor(recipe: SheetRecipe, found: number): number {
  return found === 0 ? 0.12 : computeScore(recipe);
}

/** Returns the names of the schema, in its order, that such a document has. */
export function listFoundNames(recipe: SheetRecipe, schema: ReadingJob['schema']): readonly string[] {
  return Object.keys(schema).filter((name) => isDeclared(recipe, nameOnSheet(recipe.kind, name)));
}

/** Textract finds 70 to 80 % of the fields that can be found, as near to that as whole fields allow. */
export function countFirstFound(hash: number, found: number): number {
  return Math.round(found * (0.7 + 0.1 * throwDie(hash, 80)));
}

/** The model's name in the price book. */
const model = 'claudeHaiku45.regional';

function computeUsage(
  recipe: SheetRecipe,
  hash: number,
  found: number,
  [textractMs, gapFillMs, verifyMs]: readonly [number, number, number],
  schema: ReadingJob['schema'],
): SheetUsage {
  const { pages } = recipe;
  const missing = found - countFirstFound(hash, found);
  const near = (tokens: number, which: number): number =>
    Math.round(tokens * (0.94 + 0.12 * throwDie(hash, which)));
  return {
    textract: { pages, ms: textractMs, analysis: chooseAnalysis(schema) },
    gapFill: {
      model,
      inputTokens: near(5_400 + 1_100 * pages + 80 * missing, 81),
      outputTokens: near(140 + 95 * missing, 82),
      ms: gapFillMs,
    },
    verify: {
      model,
      inputTokens: near(8_600 + 2_100 * pages + 60 * found, 83),
      outputTokens: near(580 + 45 * found + 12 * countLines(recipe), 84),
      ms: verifyMs,
    },
  };
}

/** Returns the times of a successful run: 15 s on average, whatever the document (domain, 1.3). */
export function timeStages(
  { seed }: Pick<SheetRecipe, 'seed'>,
  run: number,
): readonly [number, number, number] {
  const hash = hashText(seed) ^ Math.imul(run, 0x632be5ab);
  const near = (ms: number, which: number): number => Math.round(ms * (0.85 + 0.3 * throwDie(hash, which)));
  return [near(6_000, 90), near(4_000, 91), near(5_000, 92)];
}

interface Told {
  readonly stage: Stage;
  readonly code: ReaderErrorCode;
  /** Without the request. */
  readonly said: string;
  /** The request that the message names. */
  readonly requestId: string;
  /** The time until it failed. */
  readonly ms: number;
  /** How far the guardrail let the answer come. */
  readonly characters?: number;
}
export type Failure = Told & { readonly message: string };

/** Returns whether a run fails, where, and in what words. Ids and figures differ from document to document. */
export function findFailure(recipe: SheetRecipe, run: number): Failure | undefined {
  const tell = failures[recipe.defect ?? 'unsure'];
  if (!tell) return undefined;
  if (run > 1 && (recipe.defect === 'throttled' || recipe.defect === 'timeout')) return undefined;
  const told = tell(recipe, seededRandomness(`${recipe.seed}/failure/${run}`));
  return { ...told, message: `${told.said} Request ${told.requestId}.` };
}

type Tell = (recipe: SheetRecipe, dice: Randomness) => Told;

/** The services word some of these, and the readers the others: keep those as the readers have them. */
const failures: Readonly<Record<NonNullable<SheetRecipe['defect']>, Tell | undefined>> = {
  corrupt: (recipe, dice) => ({
    stage: 'textract',
    code: 'BadDocumentException',
    said: `The PDF breaks off half-way: ${figure(computeSheetSize(recipe))} bytes without a cross-reference table.`,
    requestId: dice.uuid(),
    ms: 600 + dice.integer(700),
  }),
  throttled: (_, dice) =>
    dice.unit() < 0.35
      ? {
          stage: 'textract',
          code: 'ThrottlingException',
          said: `Provisioned rate exceeded: ${26 + dice.integer(30)} transactions in a second, 25 are allowed.`,
          requestId: dice.uuid(),
          ms: 150 + dice.integer(200),
        }
      : {
          stage: 'gap-fill',
          code: 'ThrottlingException',
          said: `Too many tokens, please wait before trying again: ${figure(200_000 + dice.integer(60_000))} in the last minute.`,
          requestId: dice.uuid(),
          ms: 180 + dice.integer(260),
        },
  timeout: (_, dice) => ({
    stage: dice.unit() < 0.5 ? 'gap-fill' : 'verify',
    code: 'ModelTimeoutException',
    said: `The model did not finish within 30 s: ${40 + dice.integer(700)} of at most ${figure(1_200)} tokens had come.`,
    requestId: dice.uuid(),
    ms: 30_000,
  }),
  'unsupported language': (recipe, dice) => ({
    stage: 'textract',
    code: 'UnsupportedLanguage',
    said: `The text is in "${pickLanguage(recipe)?.name ?? ''}", which is none of the 6 languages that can be read.`,
    requestId: dice.uuid(),
    ms: 2_400 + dice.integer(1_500),
  }),
  'schema mismatch': (recipe, dice) => ({
    stage: 'gap-fill',
    code: 'SchemaMismatch',
    said: `Column "${pickStrangeColumn(recipe)}" of the table on page 1 fits no field of the schema: ${countLines(recipe)} cells unassigned.`,
    requestId: dice.uuid(),
    ms: 3_200 + dice.integer(1_400),
  }),
  guardrail: (_, dice) => {
    const characters = 60 + dice.integer(240);
    return {
      stage: 'gap-fill',
      code: 'GuardrailIntervened',
      said: `Guardrail "${guardrail.id}" version ${guardrail.version} stopped the answer: prompt attack with high confidence after ${characters} characters.`,
      requestId: dice.uuid(),
      ms: 1_800 + dice.integer(900),
      characters,
    };
  },
  refused: (_, dice) => ({
    stage: 'gap-fill',
    code: 'ModelRefused',
    said: `The model gave no values, but said "${refusal}".`,
    requestId: dice.uuid(),
    ms: 1_200 + dice.integer(600),
  }),
  truncated: (_, dice) => ({
    stage: 'verify',
    code: 'AnswerTruncated',
    said: `The model’s answer was cut off after ${longestAnswer} tokens.`,
    requestId: dice.uuid(),
    ms: 24_000 + dice.integer(6_000),
  }),
  illegible: undefined,
  unsure: undefined,
  'misread due date': undefined,
};

export const guardrail = { id: 'gr7k2f0q9d1c', version: '3' } as const;
export const refusal = 'I can’t help with this document.';
export const longestAnswer = 8_192;

function figure(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
