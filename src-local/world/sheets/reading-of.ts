import type { Check, ReadField, ReadLine } from '../../pipelines/extraction/readers.ts';
import { contentsOf } from './content/contents-of.ts';
import { nameOnSheet } from './fields-of.ts';
import { checksOf, type CheckMade } from './reading/checks-of.ts';
import { judgementsOf, linesRead, type Judgement } from './reading/judgements-of.ts';
import { outcomeOf, type Outcome, type ReadingJob } from './reading/outcome-of.ts';
import { sheetWith } from './sheet-of.ts';
import type { Sheet, SheetRecipe } from './sheet.ts';

export type SheetReading =
  | {
      readonly ok: true;
      readonly result: {
        readonly fields: Readonly<Record<string, ReadField>>;
        readonly lineItems: readonly ReadLine[];
        readonly checks: readonly Check[];
      } & Omit<Extract<Outcome, { ok: true }>, 'ok'>;
    }
  | Extract<Outcome, { ok: false }>;

/** What the pipeline makes of a document in a run, from its recipe alone: the same as its readers would. */
export function readingOf(recipe: SheetRecipe, job: ReadingJob): SheetReading {
  const outcome = outcomeOf(recipe, job);
  if (!outcome.ok) return outcome;
  const { score, usage, stageMs } = outcome;
  const { fields, lineItems, checks } = readAll(recipe, job);
  return { ok: true, result: { fields, lineItems, checks, score, usage, stageMs } };
}

export interface WholeReading {
  readonly judgements: readonly Judgement[];
  readonly sheet: Sheet;
  readonly fields: Readonly<Record<string, ReadField>>;
  readonly lineItems: readonly ReadLine[];
  readonly checks: readonly Check[];
}

/** By all readers, whatever goes wrong on the way. */
export function readAll(recipe: SheetRecipe, job: Omit<ReadingJob, 'run'>): WholeReading {
  const contents = contentsOf(recipe);
  const sheet = sheetWith(recipe, contents);
  const judgements = judgementsOf(sheet, job.schema);
  const lineItems = linesRead(sheet);
  const bySheet = new Map(
    judgements.map((judgement) => [nameOnSheet(recipe.kind, judgement.name), judgement]),
  );
  const valueOf = (name: string): string | undefined => {
    const judgement = bySheet.get(name);
    return judgement && takenReading(judgement).value;
  };
  const made = checksOf(recipe, valueOf, lineItems, contents);
  const blamed = fieldsBlamed(made, bySheet);
  const fields = Object.fromEntries(
    judgements.map((judgement) => [judgement.name, verified(judgement, job.reviewThreshold, blamed)]),
  );
  return { judgements, sheet, fields, lineItems, checks: made.map(({ check }) => check) };
}

function takenReading({ textract, bedrock, taken }: Judgement): Judgement['bedrock'] {
  return taken === 'textract' ? (textract ?? bedrock) : bedrock;
}

/** As the document item holds it. Readings stand there where there is something to choose or to doubt. */
function verified(judgement: Judgement, threshold: number, blamed: ReadonlySet<Judgement>): ReadField {
  const { field, textract, bedrock } = judgement;
  const { value, confidence } = takenReading(judgement);
  const { page, box } = field;
  const readBy = textract ? 'textract' : 'gap-fill';
  const read: ReadField = { value, confidence, readBy, page, box };
  const isDisputed = textract !== undefined && textract.value !== bedrock.value;
  const isUnsure = confidence < threshold;
  const isBlamed = blamed.has(judgement);
  if (!isDisputed && !isUnsure && !isBlamed) return read;
  const flags: NonNullable<ReadField['flags']>[number][] = [];
  if (isUnsure) flags.push('below threshold');
  if (isDisputed) flags.push('readers disagree');
  if (isBlamed) flags.push('check failed');
  const isChoice = textract && (isDisputed || isUnsure);
  return { ...read, ...(isChoice && { readings: { textract, bedrock } }), flags };
}

/** A check does not say which of its values is wrong. The one that was read worst is the first to look at. */
function fieldsBlamed(
  made: readonly CheckMade[],
  bySheet: ReadonlyMap<string, Judgement>,
): ReadonlySet<Judgement> {
  const blamed = new Set<Judgement>();
  for (const { check, fields } of made) {
    if (check.passed) continue;
    const [worst] = fields
      .flatMap((name) => bySheet.get(name) ?? [])
      .toSorted((a, b) => takenReading(a).confidence - takenReading(b).confidence);
    if (worst) blamed.add(worst);
  }
  return blamed;
}
