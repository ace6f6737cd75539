import type { Entry } from '../content/contents.ts';
import type { Design } from './designs.ts';
import type { Desk } from './lay-out.ts';
import type { Words } from './pen.ts';
import { margin, partyHeight } from './room-of.ts';

/** To whom, and the fields above the table. */
export function drawBlock(desk: Desk): void {
  drawParty(desk);
  blocks[desk.design.block](desk);
}

const { left, right } = margin;
const width = right - left;
const page = 1;

const blocks: Readonly<Record<Design['block'], (desk: Desk) => void>> = {
  /** Label and value to the right of the address, one under the other. */
  rows: (desk) => {
    const { contents, room } = desk;
    contents.block.forEach((entry, at) => {
      const y = room.blockTop + 8 + at * 16;
      write(desk, entry, { x: 330, y }, { x: right, y, align: 'right', fit: 120 });
    });
  },
  /** Value under label, in two columns beside the address. */
  columns: (desk) => {
    const { contents, room } = desk;
    contents.block.forEach((entry, at) => {
      const x = at % 2 === 0 ? 300 : 428;
      const y = room.blockTop + 6 + Math.floor(at / 2) * 30;
      write(desk, entry, { x, y }, { x, y: y + 12.5, fit: 116 });
    });
  },
  /** Framed, three in a row, under the address. */
  strip: (desk) => {
    const { contents, pen, room } = desk;
    const top = room.blockTop + partyHeight + 8;
    contents.block.forEach((entry, at) => {
      const [x, y] = [left + (at % 3) * (width / 3), top + Math.floor(at / 3) * 34];
      pen.tone({ page, x, y, width: width / 3, height: 13 }, 'shade');
      pen.frame({ page, x, y, width: width / 3, height: 34 }, 'line');
      write(desk, entry, { x: x + 6, y: y + 9.6, size: 7.6 }, { x: x + 6, y: y + 26.5, fit: width / 3 - 12 });
    });
  },
  /** As customs have it: boxes with a number in the corner. */
  grid: (desk) => {
    const { contents, pen, room } = desk;
    contents.block.forEach((entry, at) => {
      const [x, y] = [left + (at % 3) * (width / 3), room.blockTop + Math.floor(at / 3) * 36];
      pen.frame({ page, x, y, width: width / 3, height: 36 }, 'black', 0.6);
      pen.text({ page, text: String(at + 1), x: x + 4, y: y + 10, size: 7.4, font: 'bold' });
      write(
        desk,
        entry,
        { x: x + 15, y: y + 10, size: 7.4 },
        { x: x + 15, y: y + 26.5, size: 10, fit: width / 3 - 24 },
      );
    });
  },
  /** To be filled in: a line under each answer. */
  lines: (desk) => {
    const { contents, pen, room } = desk;
    contents.block.forEach((entry, at) => {
      const column = at % 2;
      const [x, y] = [left + column * (width / 2 + 7), room.blockTop + Math.floor(at / 2) * 36];
      write(desk, entry, { x, y: y + 9, size: 8 }, { x: x + 4, y: y + 25, size: 10.5, fit: width / 2 - 16 });
      pen.line({ page, x, y: y + 29.5, width: width / 2 - 7, height: 0 }, 'black', 0.5);
    });
  },
  /** A table of its own: label, value, label, value. */
  cells: (desk) => {
    const { contents, pen, room } = desk;
    contents.block.forEach((entry, at) => {
      const [x, y] = [left + (at % 2) * (width / 2), room.blockTop + Math.floor(at / 2) * 22];
      pen.tone({ page, x, y, width: 92, height: 22 }, 'tint');
      pen.frame({ page, x, y, width: width / 2, height: 22 }, 'line');
      write(
        desk,
        entry,
        { x: x + 6, y: y + 14, size: 8, fit: 82 },
        { x: x + 98, y: y + 14.2, fit: width / 2 - 106 },
      );
    });
  },
};

function drawParty({ contents: { party }, pen, room }: Desk): void {
  if (!party) return;
  pen.text({ page, text: party.heading, x: left, y: room.blockTop + 8, size: 8.4, ink: 'faint' });
  party.lines.forEach((text, at) => {
    const y = room.blockTop + 24 + at * 15;
    const isName = at === 0;
    pen.text({
      page,
      text,
      x: left,
      y,
      fit: 240,
      ...(isName && { spot: party.name, font: 'bold', size: 10 }),
    });
  });
}

type Where = Pick<Words, 'x' | 'y'> & Partial<Words>;

/** A label, and its value in the page's figures. */
function write({ design, pen }: Desk, entry: Entry, labelAt: Where, valueAt: Where): void {
  if (pen.draws) pen.text({ page, text: entry.label, size: 8.4, ink: 'faint', ...labelAt });
  pen.text({
    page,
    text: entry.value,
    font: design.figures,
    ...(entry.name && { spot: entry.name }),
    ...valueAt,
  });
}
