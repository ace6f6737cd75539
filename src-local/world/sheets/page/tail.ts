import type { Design } from './designs.ts';
import type { Desk } from './lay-out.ts';
import { margin } from './room-of.ts';
import { columnEnds } from './table.ts';

/** Under the last line: the sums, and at the foot how to pay, or who has signed. */
export function drawTail(desk: Desk, page: number, y: number): void {
  const end = sums[desk.design.sums](desk, page, y);
  const { stamp } = desk.contents;
  if (stamp) desk.pen.ornament({ what: 'stamp', page, x: left + 84, y: y + 11, ...stamp });
  feet[desk.design.foot](desk, page, end + 30);
}

const { left, right } = margin;
const sumsLeft = 346;
const rowHeight = 20;
const boldOf = { mono: 'mono bold', sans: 'bold' } as const;

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
      font: isLast ? boldOf[design.figures] : design.figures,
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
    pen.text({ page, text: contents.signature ?? '', x: 352, y: lineY + 10, size: 7.6, ink: 'faint' });
    if (contents.signature)
      pen.ornament({ what: 'signature', page, x: 366, y: lineY - 6, name: contents.signature });
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
