import type { Check, ReadField, ReadLine, Reading } from '#pipelines/extraction/readers.ts';
import { hashText, throwDie } from '../randomness.ts';
import { writeContents } from './contents.ts';
import { nameOnSheet } from './fields.ts';
import { makeChecks, type CheckMade } from './checks.ts';
import { decideOutcome, countFirstFound, listFoundNames, type Outcome, type ReadingJob } from './outcome.ts';
import { makeSheetWith } from './sheet-of.ts';
import type { Sheet, SheetRecipe, Defect, SheetField } from './sheet.ts';
import { deriveMisreading, roundToHundredths, computeScore, findTroubles, type Trouble } from './troubles.ts';

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

/** Returns the pipeline's reading of a document in a run, from its recipe alone: the same as its readers would give. */
export function readSheet(recipe: SheetRecipe, job: ReadingJob): SheetReading {
  const outcome = decideOutcome(recipe, job);
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
  /** The same, with the names in the schema that each compares. */
  readonly compared: readonly { readonly check: Check; readonly names: readonly string[] }[];
}

/** Reads with all readers, whatever goes wrong on the way. */
export function readAll(recipe: SheetRecipe, job: Omit<ReadingJob, 'run'>): WholeReading {
  const contents = writeContents(recipe);
  const sheet = makeSheetWith(recipe, contents);
  const judgements = judgeFields(sheet, job.schema);
  const lineItems = readLines(sheet);
  const bySheet = new Map(
    judgements.map((judgement) => [nameOnSheet(recipe.kind, judgement.name), judgement]),
  );
  const findValue = (name: string): string | undefined => {
    const judgement = bySheet.get(name);
    return judgement && pickReading(judgement).value;
  };
  const made = makeChecks(recipe, findValue, lineItems, contents);
  const blamed = listBlamedFields(made, bySheet);
  const fields = Object.fromEntries(
    judgements.map((judgement) => [judgement.name, verifyField(judgement, job.reviewThreshold, blamed)]),
  );
  const compared = made.map(({ check, fields: names }) => ({
    check,
    names: names.flatMap((name) => bySheet.get(name)?.name ?? []),
  }));
  return { judgements, sheet, fields, lineItems, checks: made.map(({ check }) => check), compared };
}

function pickReading({ textract, bedrock, taken }: Judgement): Judgement['bedrock'] {
  return taken === 'textract' ? (textract ?? bedrock) : bedrock;
}

/** Returns the field as the document item stores it, with its readings where they differ or are uncertain. */
function verifyField(judgement: Judgement, threshold: number, blamed: ReadonlySet<Judgement>): ReadField {
  const { field, textract, bedrock } = judgement;
  const { value, confidence } = pickReading(judgement);
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
function listBlamedFields(
  made: readonly CheckMade[],
  bySheet: ReadonlyMap<string, Judgement>,
): ReadonlySet<Judgement> {
  const blamed = new Set<Judgement>();
  for (const { check, fields } of made) {
    if (check.passed) continue;
    const [worst] = fields
      .flatMap((name) => bySheet.get(name) ?? [])
      .toSorted((a, b) => pickReading(a).confidence - pickReading(b).confidence);
    if (worst) blamed.add(worst);
  }
  return blamed;
}

/** Each reader's value of a field, and the one that verification believes. */
export interface Judgement {
  /** The name in the schema. */
  readonly name: string;
  readonly field: SheetField;
  /** Absent where Textract did not find the field, so that the model had to. */
  readonly textract?: Reading;
  readonly bedrock: Reading;
  readonly taken: 'textract' | 'bedrock';
}

function judgeFields(sheet: Sheet, schema: Readonly<Record<string, string>>): readonly Judgement[] {
  const { recipe } = sheet;
  const hash = hashText(recipe.seed);
  const score = computeScore(recipe);
  const bySpot = new Map(sheet.fields.map((field) => [field.name, field]));
  const names = listFoundNames(recipe, schema);
  const troubles = findTroublesAmong(sheet, names, hash);
  const weakest = troubles.keys().next().value ?? names[Math.floor(throwDie(hash, 7) * names.length)];
  const isFirst = pickFirstFound(names, troubles, hash);
  const judgements: Judgement[] = [];
  names.forEach((name, at) => {
    const field = bySpot.get(nameOnSheet(recipe.kind, name));
    if (!field) return;
    const trouble = troubles.get(name);
    const share = throwDie(hash, 300 + at);
    const sure =
      name === weakest ? score : pickConfidence(recipe.defect, score, trouble !== undefined, share);
    const taken = trouble?.taken ?? (isFirst[at] ? 'textract' : 'bedrock');
    const less = 0.01 + throwDie(hash, 400 + at) * (trouble ? 0.11 : 0.03);
    const other = roundToHundredths(Math.max(0.05, sure - less));
    const bedrock = {
      value: readAs('bedrock', field, trouble),
      confidence: taken === 'bedrock' ? sure : other,
    };
    if (!isFirst[at]) {
      judgements.push({ name, field, bedrock, taken });
      return;
    }
    const confidence = taken === 'textract' ? sure : other;
    const textract = { value: readAs('textract', field, trouble), confidence };
    judgements.push({ name, field, textract, bedrock, taken });
  });
  return judgements;
}

function readAs(reader: 'textract' | 'bedrock', field: SheetField, trouble: Trouble | undefined): string {
  if (trouble?.[reader] !== 'wrong') return field.value;
  return field.misread ?? deriveMisreading(field.value, field.kind, trouble.share) ?? field.value;
}

/** Lists them by name in the schema. A workflow may ask for no hard-to-read field; then another of its fields is one. */
function findTroublesAmong(
  sheet: Sheet,
  names: readonly string[],
  hash: number,
): ReadonlyMap<string, Trouble> {
  const { kind, defect } = sheet.recipe;
  const all = findTroubles(sheet.recipe);
  const among = new Map<string, Trouble>();
  for (const trouble of all) {
    const name = names.find((one) => nameOnSheet(kind, one) === trouble.spot);
    if (name !== undefined) among.set(name, trouble);
  }
  const [first] = all;
  const instead = names[Math.floor(throwDie(hash, 8) * names.length)];
  if (among.size === 0 && first && instead !== undefined && defect === 'unsure') among.set(instead, first);
  return among;
}

/** Returns for each whether Textract found it. A disputed field was found by both. */
function pickFirstFound(
  names: readonly string[],
  troubles: ReadonlyMap<string, Trouble>,
  hash: number,
): readonly boolean[] {
  const disputed = -1;
  const ranks = names.map((name, at) => (troubles.has(name) ? disputed : throwDie(hash, 500 + at)));
  const first = Float64Array.from(ranks).toSorted()[countFirstFound(hash, names.length)] ?? 1;
  return ranks.map((rank) => rank === disputed || rank < first);
}

/** The table, line by line. A cell has one reading only: what was taken. */
function readLines({ recipe, lines }: Sheet): readonly ReadLine[] {
  const hash = hashText(recipe.seed);
  const score = computeScore(recipe);
  const troubles = findTroubles(recipe);
  const least = recipe.defect === 'illegible' ? score : Math.max(score, 0.9);
  return lines.map((line, index) => {
    const { description, quantity, unit, page, box } = line;
    const trouble = troubles.find(({ spot }) => spot === `lineItems.${index}.amount`);
    const isWrong = trouble !== undefined && trouble[trouble.taken] === 'wrong';
    const amount = isWrong ? (line.misread ?? line.amount) : line.amount;
    const confidence = roundToHundredths(
      trouble ? Math.min(0.84, score + 0.02) : least + throwDie(hash, 1_000 + index) * (0.99 - least),
    );
    return { description, quantity, unit, amount, confidence, page, box };
  });
}

/** The score is that of the field they are least sure of; no other is under it. */
function pickConfidence(
  defect: Defect | undefined,
  score: number,
  isTrouble: boolean,
  share: number,
): number {
  if (defect === 'illegible') return roundToHundredths(score + share * 0.35);
  if (defect !== 'unsure') return roundToHundredths(score + share * (0.99 - score));
  // Well above or below any usual threshold for review.
  return roundToHundredths(isTrouble ? Math.min(0.84, score + 0.02 + share * 0.08) : 0.91 + share * 0.08);
}
