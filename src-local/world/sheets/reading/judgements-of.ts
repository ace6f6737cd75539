import type { Reading, ReadLine } from '../../../pipelines/extraction/readers.ts';
import { nameOnSheet } from '../fields-of.ts';
import type { Defect, Sheet, SheetField } from '../sheet.ts';
import { hashOf, throwOf } from '../throws.ts';
import { misreadOf } from './misread.ts';
import { firstFoundCount, namesFound } from './outcome-of.ts';
import { hundredths, scoreOf } from './score-of.ts';
import { troublesOf, type Trouble } from './troubles-of.ts';

/** What each reader makes of a field, and whom verification believes. */
export interface Judgement {
  /** In the schema. */
  readonly name: string;
  readonly field: SheetField;
  /** Not there where Textract did not find it, so that the model had to. */
  readonly textract?: Reading;
  readonly bedrock: Reading;
  readonly taken: 'textract' | 'bedrock';
}

export function judgementsOf(sheet: Sheet, schema: Readonly<Record<string, string>>): readonly Judgement[] {
  const { recipe } = sheet;
  const hash = hashOf(recipe.seed);
  const score = scoreOf(recipe);
  const bySpot = new Map(sheet.fields.map((field) => [field.name, field]));
  const names = namesFound(recipe, schema);
  const troubles = troublesAmong(sheet, names, hash);
  const weakest = troubles.keys().next().value ?? names[Math.floor(throwOf(hash, 7) * names.length)];
  const isFirst = foundFirst(names, troubles, hash);
  const judgements: Judgement[] = [];
  names.forEach((name, at) => {
    const field = bySpot.get(nameOnSheet(recipe.kind, name));
    if (!field) return;
    const trouble = troubles.get(name);
    const share = throwOf(hash, 300 + at);
    const sure = name === weakest ? score : surenessOf(recipe.defect, score, trouble !== undefined, share);
    const taken = trouble?.taken ?? (isFirst[at] ? 'textract' : 'bedrock');
    const less = 0.01 + throwOf(hash, 400 + at) * (trouble ? 0.11 : 0.03);
    const other = hundredths(Math.max(0.05, sure - less));
    const bedrock = {
      value: seenBy('bedrock', field, trouble),
      confidence: taken === 'bedrock' ? sure : other,
    };
    if (!isFirst[at]) {
      judgements.push({ name, field, bedrock, taken });
      return;
    }
    const confidence = taken === 'textract' ? sure : other;
    const textract = { value: seenBy('textract', field, trouble), confidence };
    judgements.push({ name, field, textract, bedrock, taken });
  });
  return judgements;
}

function seenBy(reader: 'textract' | 'bedrock', field: SheetField, trouble: Trouble | undefined): string {
  if (trouble?.[reader] !== 'wrong') return field.value;
  return field.misread ?? misreadOf(field.value, field.kind, trouble.share) ?? field.value;
}

/** By name in the schema. A workflow may ask for none of what is hard to read; then something else it asks for is. */
function troublesAmong(sheet: Sheet, names: readonly string[], hash: number): ReadonlyMap<string, Trouble> {
  const { kind, defect } = sheet.recipe;
  const all = troublesOf(sheet.recipe);
  const among = new Map<string, Trouble>();
  for (const trouble of all) {
    const name = names.find((one) => nameOnSheet(kind, one) === trouble.spot);
    if (name !== undefined) among.set(name, trouble);
  }
  const [first] = all;
  const instead = names[Math.floor(throwOf(hash, 8) * names.length)];
  if (among.size === 0 && first && instead !== undefined && defect === 'unsure') among.set(instead, first);
  return among;
}

/** For each, whether Textract found it. What is disputed was found by both. */
function foundFirst(
  names: readonly string[],
  troubles: ReadonlyMap<string, Trouble>,
  hash: number,
): readonly boolean[] {
  const disputed = -1;
  const ranks = names.map((name, at) => (troubles.has(name) ? disputed : throwOf(hash, 500 + at)));
  const first = Float64Array.from(ranks).toSorted()[firstFoundCount(hash, names.length)] ?? 1;
  return ranks.map((rank) => rank === disputed || rank < first);
}

/** The table, line by line. A cell has one reading only: what was taken. */
export function linesRead({ recipe, lines }: Sheet): readonly ReadLine[] {
  const hash = hashOf(recipe.seed);
  const score = scoreOf(recipe);
  const troubles = troublesOf(recipe);
  const least = recipe.defect === 'illegible' ? score : Math.max(score, 0.9);
  return lines.map((line, index) => {
    const { description, quantity, unit, page, box } = line;
    const trouble = troubles.find(({ spot }) => spot === `lineItems.${index}.amount`);
    const isWrong = trouble !== undefined && trouble[trouble.taken] === 'wrong';
    const amount = isWrong ? (line.misread ?? line.amount) : line.amount;
    const confidence = hundredths(
      trouble ? Math.min(0.84, score + 0.02) : least + throwOf(hash, 1_000 + index) * (0.99 - least),
    );
    return { description, quantity, unit, amount, confidence, page, box };
  });
}

/** The score is that of the field they are least sure of; no other is under it. */
function surenessOf(defect: Defect | undefined, score: number, isTrouble: boolean, share: number): number {
  if (defect === 'illegible') return hundredths(score + share * 0.35);
  if (defect !== 'unsure') return hundredths(score + share * (0.99 - score));
  // Well above or below any usual threshold for review.
  return hundredths(isTrouble ? Math.min(0.84, score + 0.02 + share * 0.08) : 0.91 + share * 0.08);
}
