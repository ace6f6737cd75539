import type { ReadLine } from '../../../pipelines/extraction/readers.ts';
import type { Sheet } from '../sheet.ts';
import { hashOf, throwOf } from '../throws.ts';
import { hundredths, scoreOf } from './score-of.ts';
import { troublesOf } from './troubles-of.ts';

/** The table, line by line. A cell has one reading only: what was taken. */
export function linesRead({ recipe, lines }: Sheet): readonly ReadLine[] {
  const hash = hashOf(recipe.seed);
  const score = scoreOf(recipe);
  const troubles = new Map(troublesOf(recipe).map((trouble) => [trouble.spot, trouble]));
  const least = recipe.defect === 'illegible' ? score : Math.max(score, 0.87);
  return lines.map((line, index) => {
    const { description, quantity, unit, page, box } = line;
    const trouble = troubles.size > 0 ? troubles.get(`lineItems.${index}.amount`) : undefined;
    const isWrong = trouble !== undefined && trouble[trouble.taken] === 'wrong';
    const amount = isWrong ? (line.misread ?? line.amount) : line.amount;
    const confidence = hundredths(
      trouble ? score + 0.02 : least + throwOf(hash, 1_000 + index) * (0.99 - least),
    );
    return { description, quantity, unit, amount, confidence, page, box };
  });
}
