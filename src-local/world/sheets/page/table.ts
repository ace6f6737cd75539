import type { PrintedLine } from '../content/contents.ts';
import { hashOf, throwOf } from '../throws.ts';
import type { Desk } from './lay-out.ts';
import { headRowHeight, margin, nextTableTop } from './room-of.ts';

/** The lines, over as many pages as they take; says where the last of them ends. */
export function drawTable(desk: Desk): { page: number; y: number } {
  const { contents, pen, room } = desk;
  let page = 1;
  let y = drawTableHead(desk, page, room.tableTop);
  let roomLeft = room.first;
  contents.lines.forEach((line, index) => {
    if (roomLeft === 0) {
      page += 1;
      roomLeft = room.next;
      y = drawTableHead(desk, page, nextTableTop);
    }
    if (pen.draws) drawLine(desk, { line, index, page, y });
    pen.row({ page, x: left + 2, y: y + 4, width: right - left - 4, height: room.rowHeight - 8 }, index);
    y += room.rowHeight;
    roomLeft -= 1;
  });
  return { page, y };
}

/** Where the columns end; the first begins at the margin. */
export const columnEnds = { quantity: 366, unit: 452, amount: margin.right - 8 } as const;
const { left, right } = margin;
const dividers = [318, 374, 460] as const;

function drawTableHead({ contents, design, pen }: Desk, page: number, y: number): number {
  const end = y + headRowHeight;
  if (!pen.draws) return end;
  const area = { page, x: left, y, width: right - left, height: headRowHeight };
  if (design.table === 'shaded') pen.tone(area, 'shade');
  if (design.table === 'zebra') pen.tone(area, 'brand');
  if (design.table === 'ruled') pen.frame(area, 'black', 0.6);
  const ink = design.table === 'zebra' ? 'white' : 'black';
  const [first, second, third, fourth] = contents.columns;
  const words = { page, y: y + 14.6, font: 'bold', size: 9, ink } as const;
  pen.text({ ...words, text: first, x: left + 8 });
  pen.text({ ...words, text: second, x: columnEnds.quantity, align: 'right' });
  pen.text({ ...words, text: third, x: columnEnds.unit, align: 'right' });
  pen.text({ ...words, text: fourth, x: columnEnds.amount, align: 'right' });
  if (design.table === 'ruled') drawDividers(pen, page, y, headRowHeight);
  return end;
}

interface Placed {
  readonly line: PrintedLine;
  readonly index: number;
  readonly page: number;
  readonly y: number;
}

function drawLine({ design, pen, room, recipe }: Desk, { line, index, page, y }: Placed): void {
  const height = room.rowHeight;
  const area = { page, x: left, y, width: right - left, height };
  if (design.table === 'zebra' && index % 2 === 1) pen.tone(area, 'tint');
  const isTall = recipe.pages > 1;
  const base = y + (isTall ? 15 : 16.5);
  const figure = { page, y: base, font: design.figures, align: 'right' } as const;
  pen.text({ page, text: line.description, x: left + 8, y: base, fit: 256 });
  if (isTall) {
    const text = detailOf(recipe, index);
    pen.text({ page, text, x: left + 8, y: base + 11.5, size: 7.6, ink: 'faint' });
  }
  pen.text({ ...figure, text: line.quantity, x: columnEnds.quantity });
  pen.text({ ...figure, text: line.unit, x: columnEnds.unit });
  pen.text({ ...figure, text: line.amount, x: columnEnds.amount, spot: `lineItems.${index}.amount` });
  if (design.table === 'ruled') {
    pen.frame(area, 'black', 0.4);
    drawDividers(pen, page, y, height);
  } else {
    pen.line({ page, x: left, y: y + height, width: right - left, height: 0 }, 'line');
  }
}

/** Smaller, under the line. */
function detailOf({ seed }: Desk['recipe'], index: number): string {
  return `Ref. ${100_000 + Math.floor(throwOf(hashOf(seed), 3_000 + index) * 900_000)}`;
}

function drawDividers(pen: Desk['pen'], page: number, y: number, height: number): void {
  for (const x of dividers) pen.line({ page, x, y, width: 0, height }, 'black', 0.4);
}
