import type { ReaderErrorCode, Stage } from '../../../pipelines/extraction/readers.ts';
import { seededRandomness, type Randomness } from '../../randomness.ts';
import { strangeColumnOf } from '../content/contents-of.ts';
import { languageOf } from '../content/languages.ts';
import { lineCountOf } from '../page/room-of.ts';
import type { SheetRecipe } from '../sheet.ts';
import { sizeOfSheet } from '../size-of-sheet.ts';

export interface Failure {
  readonly stage: Stage;
  readonly code: ReaderErrorCode;
  readonly message: string;
  /** How long until it was told. */
  readonly ms: number;
}

/** Whether a run comes to nothing, where, and in what words. Ids and figures differ from document to document. */
export function failureOf(recipe: SheetRecipe, run: number): Failure | undefined {
  const tell = failures[recipe.defect ?? 'unsure'];
  if (!tell) return undefined;
  if (run > 1 && (recipe.defect === 'throttled' || recipe.defect === 'timeout')) return undefined;
  return tell(recipe, seededRandomness(`${recipe.seed}/failure/${run}`));
}

type Tell = (recipe: SheetRecipe, dice: Randomness) => Failure;

const failures: Readonly<Record<NonNullable<SheetRecipe['defect']>, Tell | undefined>> = {
  corrupt: (recipe, dice) => ({
    stage: 'textract',
    code: 'BadDocumentException',
    message: `The PDF breaks off half-way: ${figure(sizeOfSheet(recipe))} bytes without a cross-reference table. Request ${dice.uuid()}.`,
    ms: 600 + dice.integer(700),
  }),
  throttled: (_, dice) =>
    dice.unit() < 0.35
      ? {
          stage: 'textract',
          code: 'ThrottlingException',
          message: `Provisioned rate exceeded: ${26 + dice.integer(30)} transactions in a second, 25 are allowed. Request ${dice.uuid()}.`,
          ms: 150 + dice.integer(200),
        }
      : {
          stage: 'gap-fill',
          code: 'ThrottlingException',
          message: `Too many tokens, please wait before trying again: ${figure(200_000 + dice.integer(60_000))} in the last minute. Request ${dice.uuid()}.`,
          ms: 180 + dice.integer(260),
        },
  timeout: (_, dice) => ({
    stage: dice.unit() < 0.5 ? 'gap-fill' : 'verify',
    code: 'ModelTimeoutException',
    message: `The model did not finish within 30 s: ${40 + dice.integer(700)} of at most ${figure(1_200)} tokens had come. Request ${dice.uuid()}.`,
    ms: 30_000,
  }),
  'unsupported language': (recipe, dice) => ({
    stage: 'textract',
    code: 'UnsupportedLanguage',
    message: `The text is in "${languageOf(recipe)?.name ?? ''}" (confidence 0.${90 + dice.integer(9)}), which is none of the 6 languages that can be read. Request ${dice.uuid()}.`,
    ms: 2_400 + dice.integer(1_500),
  }),
  'schema mismatch': (recipe, dice) => ({
    stage: 'gap-fill',
    code: 'SchemaMismatch',
    message: `Column "${strangeColumnOf(recipe)}" of the table on page 1 fits no field of the schema: ${lineCountOf(recipe)} cells unassigned. Request ${dice.uuid()}.`,
    ms: 3_200 + dice.integer(1_400),
  }),
  guardrail: (_, dice) => ({
    stage: 'gap-fill',
    code: 'GuardrailIntervened',
    message: `Guardrail "${guardrail}" version 3 stopped the answer: prompt attack with high confidence after ${60 + dice.integer(240)} characters. Request ${dice.uuid()}.`,
    ms: 1_800 + dice.integer(900),
  }),
  illegible: undefined,
  unsure: undefined,
};
const guardrail = 'gr7k2f0q9d1c';

function figure(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
