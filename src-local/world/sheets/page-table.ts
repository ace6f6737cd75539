import { hashText, throwDie } from '../randomness.ts';
import type { PrintedLine } from './contents.ts';
import type { Desk } from './lay-out.ts';
import { headRowHeight, margin, nextTableTop, type Design } from './page-design.ts';

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

/** The columns end here; the first begins at the margin. */
const columnEnds = { quantity: 366, unit: 452, amount: margin.right - 8 } as const;
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
    const text = writeDetail(recipe, index);
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
function writeDetail({ seed }: Desk['recipe'], index: number): string {
  return `Ref. ${100_000 + Math.floor(throwDie(hashText(seed), 3_000 + index) * 900_000)}`;
}

function drawDividers(pen: Desk['pen'], page: number, y: number, height: number): void {
  for (const x of dividers) pen.line({ page, x, y, width: 0, height }, 'black', 0.4);
}

/** Draws the sums under the last line, and at the foot how to pay, or the signature. */
export function drawTail(desk: Desk, page: number, y: number): void {
  const end = sums[desk.design.sums](desk, page, y);
  feet[desk.design.foot](desk, page, end + 30);
}

const sumsLeft = 346;
const rowHeight = 20;
const boldFonts = { mono: 'mono bold', sans: 'bold' } as const;

type Drawn = (desk: Desk, page: number, y: number) => number;

const sums: Readonly<Record<Design['sums'], Drawn>> = {
  plain: (desk, page, y) => {
    const top = y + 12;
    const last = desk.contents.sums.length - 1;
    desk.pen.line(
      { page, x: sumsLeft, y: top + last * rowHeight + 2, width: right - sumsLeft, height: 0 },
      'black',
      0.8,
    );
    drawSums(desk, page, top + 12, last === 0 ? 0 : 4);
    return top + desk.contents.sums.length * rowHeight;
  },
  boxed: (desk, page, y) => {
    const top = y + 14;
    const count = desk.contents.sums.length;
    const area = { page, x: sumsLeft - 8, y: top, width: right - sumsLeft + 8 };
    desk.pen.tone({ ...area, height: count * rowHeight + 8 }, 'tint');
    desk.pen.tone({ ...area, y: top + (count - 1) * rowHeight + 4, height: rowHeight + 4 }, 'brand');
    drawSums(desk, page, top + 15, 3, 'white');
    return top + count * rowHeight + 8;
  },
  'in table': (desk, page, y) => {
    const { contents, pen } = desk;
    contents.sums.forEach((_, at) => {
      const area = { page, x: 318, y: y + at * rowHeight, width: right - 318, height: rowHeight };
      if (at === contents.sums.length - 1) pen.tone(area, 'shade');
      pen.frame(area, 'black', 0.6);
      pen.line({ ...area, x: 460, width: 0 }, 'black', 0.4);
    });
    drawSums(desk, page, y + 13.6, 0, 'black', 326);
    return y + contents.sums.length * rowHeight;
  },
};

/** The last is what it comes to: larger, and `lower` by a little. */
function drawSums(
  { contents, design, pen }: Desk,
  page: number,
  base: number,
  lower: number,
  lastInk: 'black' | 'white' = 'black',
  x = sumsLeft + 2,
): void {
  const last = contents.sums.length - 1;
  contents.sums.forEach((entry, at) => {
    const isLast = at === last;
    const y = base + at * rowHeight + (isLast ? lower : 0);
    const ink = isLast ? lastInk : 'black';
    const size = isLast && lower > 0 ? 12.5 : 9.5;
    pen.text({
      page,
      text: entry.label,
      x,
      y,
      ink,
      fit: 118,
      ...(isLast && { font: 'bold', size: Math.min(size, 11) }),
    });
    pen.text({
      page,
      text: entry.value,
      x: columnEnds.amount,
      y,
      ink,
      size,
      align: 'right',
      font: isLast ? boldFonts[design.figures] : design.figures,
      fit: 118,
      ...(entry.name && { spot: entry.name }),
    });
  });
}

const feet: Readonly<Record<Design['foot'], (desk: Desk, page: number, y: number) => void>> = {
  plain: (desk, page, y) => drawFoot(desk, page, left, y),
  boxed: (desk, page, y) => {
    const height = 26 + desk.contents.foot.entries.length * 16;
    desk.pen.frame({ page, x: left, y: y - 14, width: right - left, height }, 'line', 0.8);
    desk.pen.tone({ page, x: left, y: y - 14, width: 3, height }, 'brand');
    drawFoot(desk, page, left + 14, y + 3);
  },
  signed: (desk, page, y) => {
    drawFoot(desk, page, left, y);
    const { contents, pen } = desk;
    const lineY = y + 70;
    pen.line({ page, x: 352, y: lineY, width: right - 352, height: 0 }, 'black', 0.5);
    pen.text({ page, text: contents.signature ?? '', x: 358, y: lineY - 6, size: 12, ink: 'pen' });
  },
};

function drawFoot({ contents: { foot }, design, pen }: Desk, page: number, x: number, y: number): void {
  pen.text({ page, text: foot.heading, x, y, font: 'bold' });
  foot.entries.forEach((entry, at) => {
    const base = y + 17 + at * 16;
    pen.text({ page, text: entry.label, x, y: base, size: 8.4, ink: 'faint', fit: 84 });
    const isField = entry.name !== undefined;
    pen.text({
      page,
      text: entry.value,
      x: x + 92,
      y: base,
      fit: isField ? 300 : 250,
      ...(isField && { font: design.figures, spot: entry.name }),
    });
  });
}
