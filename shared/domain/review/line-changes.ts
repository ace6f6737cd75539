import { lineColumns, type EditedLine, type LineColumn } from '../../contract/review-document.ts';
import { counted } from '../formatting.ts';

type Cells = Readonly<Record<LineColumn, string>>;

/** How lines differ from those before, in numbers. A line that only stands elsewhere is moved. */
interface LineChanges {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly moved: number;
}

/** Says "13 lines: 2 added, 1 removed, 3 changed". */
export function describeLineChanges(before: readonly Cells[], lines: readonly EditedLine[]): string {
  const { added, removed, changed, moved } = countLineChanges(before, lines);
  const parts = [
    [added, 'added'],
    [removed, 'removed'],
    [changed, 'changed'],
    [moved, 'moved'],
  ] as const;
  const told = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const all = lines.length === 0 ? 'no lines' : counted(lines.length, 'line');
  return told.length === 0 ? all : `${all}: ${told.join(', ')}`;
}

export function countLineChanges(before: readonly Cells[], lines: readonly EditedLine[]): LineChanges {
  const seen = new Set<number>();
  const order: number[] = [];
  let changed = 0;
  for (const line of lines) {
    const { from } = line;
    const was = from === null || seen.has(from) ? undefined : before[from];
    if (from === null || was === undefined) continue;
    seen.add(from);
    order.push(from);
    if (lineColumns.some((column) => line[column] !== was[column])) changed += 1;
  }
  return {
    added: lines.length - order.length,
    removed: before.length - order.length,
    changed,
    moved: order.length - longestRise(order),
  };
}

/** The length of the longest rising selection of numbers: as many lines stand in their old order. */
function longestRise(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    const at = ends.findIndex((end) => end >= number);
    if (at < 0) ends.push(number);
    else ends[at] = number;
  }
  return ends.length;
}
