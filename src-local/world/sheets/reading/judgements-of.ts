import type { Reading } from '../../../pipelines/extraction/readers.ts';
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
  const names = namesFound(recipe, schema).filter((name) => bySpot.has(nameOnSheet(recipe.kind, name)));
  const troubles = troublesAmong(sheet, names, hash);
  const weakest = troubles.keys().next().value ?? names[Math.floor(throwOf(hash, 7) * names.length)];
  const first = foundFirst(names, troubles, hash);
  return names.flatMap((name, at): Judgement[] => {
    const field = bySpot.get(nameOnSheet(recipe.kind, name));
    if (!field) return [];
    const trouble = troubles.get(name);
    const share = throwOf(hash, 300 + at);
    const sure = name === weakest ? score : surenessOf(recipe.defect, score, trouble !== undefined, share);
    const misread = trouble && (field.misread ?? misreadOf(field.value, field.kind, trouble.share));
    return [
      {
        name,
        field,
        ...readings(field.value, misread, trouble, sure, first.has(name), throwOf(hash, 400 + at)),
      },
    ];
  });
}

function readings(
  value: string,
  misread: string | undefined,
  trouble: Trouble | undefined,
  sure: number,
  isFoundFirst: boolean,
  share: number,
): Pick<Judgement, 'textract' | 'bedrock' | 'taken'> {
  const seenBy = (reader: 'textract' | 'bedrock'): string =>
    trouble?.[reader] === 'wrong' ? (misread ?? value) : value;
  const taken = trouble?.taken ?? (isFoundFirst ? 'textract' : 'bedrock');
  const other = hundredths(Math.max(0.05, sure - 0.01 - share * (trouble ? 0.11 : 0.03)));
  return {
    ...(isFoundFirst && {
      textract: { value: seenBy('textract'), confidence: taken === 'textract' ? sure : other },
    }),
    bedrock: { value: seenBy('bedrock'), confidence: taken === 'bedrock' ? sure : other },
    taken,
  };
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

/** What is disputed was found by both. */
function foundFirst(
  names: readonly string[],
  troubles: ReadonlyMap<string, Trouble>,
  hash: number,
): ReadonlySet<string> {
  const count = firstFoundCount(hash, names.length);
  const ranked = names
    .map((name, at) => ({ name, rank: troubles.has(name) ? -1 : throwOf(hash, 500 + at) }))
    .toSorted((a, b) => a.rank - b.rank);
  return new Set(ranked.slice(0, count).map(({ name }) => name));
}

/** The score is that of the field they are least sure of; no other is under it. */
function surenessOf(defect: Defect | undefined, score: number, isTrouble: boolean, share: number): number {
  if (defect === 'illegible') return hundredths(score + share * 0.35);
  if (defect !== 'unsure') return hundredths(score + share * (0.99 - score));
  return hundredths(isTrouble ? score + 0.02 + share * 0.08 : 0.88 + share * 0.11);
}
