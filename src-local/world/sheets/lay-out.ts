import type { Contents, Entry } from './contents.ts';
import type { SheetRecipe } from './sheet.ts';
import {
  pickDesign,
  measureRoom,
  margin,
  paper,
  partyHeight,
  type Design,
  type Room,
} from './page-design.ts';
import type { Pen, Area, Words } from './pen.ts';
import { drawTable, drawTail } from './page-table.ts';

/** The parts of a page are drawn with these. */
export interface Desk {
  readonly recipe: SheetRecipe;
  readonly contents: Contents;
  readonly design: Design;
  readonly room: Room;
  readonly pen: Pen;
}

/** Puts a document on its pages. With another pen the same things stand in the same places. */
export function layOut(recipe: SheetRecipe, contents: Contents, pen: Pen): void {
  const desk = { recipe, contents, design: pickDesign(recipe), room: measureRoom(recipe), pen };
  drawHead(desk);
  drawBlock(desk);
  const { page, y } = drawTable(desk);
  drawTail(desk, page, y);
  if (pen.draws) drawMargins(desk, page);
}

/** Draws the company and the title. */
function drawHead(desk: Desk): void {
  heads[desk.design.head](desk);
}

const { left, right } = margin;
const middle = paper.width / 2;
const page = 1;

/** Across the top and over the paper's edges, so that none shows where the page lay askew. */
function bled(height: number): Area {
  return { page, x: -bleed, y: -bleed, width: paper.width + 2 * bleed, height: height + bleed };
}
const bleed = 20;

const heads: Readonly<Record<Design['head'], (desk: Desk) => void>> = {
  'mark left': (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    pen.ornament({ what: 'mark', page, x: left, y: 46, which: issuer.mark, ink: 'brand' });
    issuerName(desk, { x: left + 60, y: 62, size: 15, fit: 252 });
    pen.text({ page, text: issuer.address, x: left + 60, y: 77, size: 8.2, ink: 'faint', fit: 330 });
    title(desk, { x: right, y: 66, align: 'right', fit: 165 });
    pen.line({ page, x: left, y: 96, width: right - left, height: 0 }, 'line');
  },
  'mark right': (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    title(desk, { x: left, y: 64, fit: 200 });
    pen.ornament({ what: 'mark', page, x: right - 46, y: 42, which: issuer.mark, ink: 'brand' });
    issuerName(desk, { x: right - 58, y: 58, size: 13, fit: 215, align: 'right' });
    pen.text({
      page,
      text: issuer.address,
      x: right - 58,
      y: 72,
      size: 8.2,
      ink: 'faint',
      align: 'right',
      fit: 300,
    });
    pen.tone({ page, x: left, y: 92, width: right - left, height: 2.4 }, 'brand');
  },
  band: (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    pen.tone(bled(82), 'brand');
    pen.ornament({ what: 'mark', page, x: left, y: 30, which: issuer.mark, ink: 'white' });
    issuerName(desk, { x: left + 58, y: 45, size: 15, fit: 252, ink: 'white' });
    pen.text({ page, text: issuer.address, x: left + 58, y: 60, size: 8.2, ink: 'white', fit: 330 });
    title(desk, { x: right, y: 50, align: 'right', fit: 165, ink: 'white' });
  },
  centred: (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    pen.ornament({ what: 'mark', page, x: middle - 24, y: 32, which: issuer.mark, ink: 'brand' });
    issuerName(desk, { x: middle, y: 78, size: 16, fit: 400, align: 'centre' });
    pen.text({
      page,
      text: issuer.address,
      x: middle,
      y: 92,
      size: 8.2,
      ink: 'faint',
      align: 'centre',
      fit: 440,
    });
    pen.line({ page, x: left, y: 104, width: right - left, height: 0 }, 'brand', 0.9);
    title(desk, { x: middle, y: 127, align: 'centre', fit: 300, size: 16 });
  },
  form: (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    title(desk, { x: left, y: 58, fit: 300, size: 19, spacing: 0.6 });
    pen.text({ page, text: issuer.address, x: left, y: 74, size: 9, ink: 'faint', fit: 280 });
    pen.text({ page, text: issuer.text, x: right, y: 40, size: 10, font: 'bold', align: 'right', fit: 190 });
    pen.ornament({ what: 'bars', page, x: right - 132, y: 47, code: contents.number });
    pen.text({
      page,
      text: `*${contents.number}*`,
      x: right,
      y: 82,
      size: 7,
      font: 'mono',
      align: 'right',
      ink: 'faint',
    });
    pen.tone({ page, x: left, y: 89, width: right - left, height: 1.6 }, 'black');
  },
  'form band': (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    pen.tone(bled(68), 'brand');
    pen.ornament({ what: 'mark', page, x: left, y: 24, which: issuer.mark, ink: 'white' });
    title(desk, { x: left + 58, y: 40, fit: 250, size: 17, spacing: 0.6, ink: 'white' });
    pen.text({ page, text: issuer.address, x: left + 58, y: 54, size: 8.6, ink: 'white', fit: 250 });
    pen.text({
      page,
      text: issuer.text,
      x: right,
      y: 36,
      size: 10,
      font: 'bold',
      align: 'right',
      fit: 170,
      ink: 'white',
    });
    pen.text({
      page,
      text: contents.number,
      x: right,
      y: 50,
      size: 8,
      font: 'mono',
      align: 'right',
      ink: 'white',
    });
  },
};

/** The note at the foot of each page, its number, and what the further pages have for a head. */
function drawMargins({ contents, pen }: Desk, pages: number): void {
  for (let at = 1; at <= pages; at += 1) {
    pen.line({ page: at, x: left, y: 784, width: right - left, height: 0 }, 'line');
    pen.text({ page: at, text: contents.note, x: left, y: 799, size: 7.6, ink: 'faint', fit: 420 });
    const number = `${contents.words.page} ${at} / ${pages}`;
    pen.text({ page: at, text: number, x: right, y: 799, size: 7.6, ink: 'faint', align: 'right' });
    if (at === 1) continue;
    const again = `${contents.title} ${contents.number}, ${contents.words.continued}`;
    pen.text({ page: at, text: contents.issuer.text, x: left, y: 54, size: 10, font: 'bold', fit: 240 });
    pen.text({ page: at, text: again, x: right, y: 54, size: 8.6, ink: 'faint', align: 'right', fit: 240 });
    pen.line({ page: at, x: left, y: 66, width: right - left, height: 0 }, 'line');
  }
}

type TextPlace = Partial<Parameters<Desk['pen']['text']>[0]> & { readonly x: number; readonly y: number };

function issuerName({ pen, contents: { issuer } }: Desk, where: TextPlace): void {
  pen.text({ page, text: issuer.text, font: 'bold', ...(issuer.name && { spot: issuer.name }), ...where });
}

function title({ pen, contents }: Desk, where: TextPlace): void {
  pen.text({ page, text: contents.title, font: 'bold', size: 20, spacing: 1.8, ...where });
}

/** Draws the recipient, and the fields above the table. */
function drawBlock(desk: Desk): void {
  drawParty(desk);
  blocks[desk.design.block](desk);
}

const width = right - left;

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
  /** The grid is as in customs forms: boxes with a number in the corner. */
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
  /** The form is filled in by hand: a line under each answer. */
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

type WordsPlace = Pick<Words, 'x' | 'y'> & Partial<Words>;

/** A label, and its value in the page's figures. */
function write({ design, pen }: Desk, entry: Entry, labelAt: WordsPlace, valueAt: WordsPlace): void {
  if (pen.draws) pen.text({ page, text: entry.label, size: 8.4, ink: 'faint', ...labelAt });
  pen.text({
    page,
    text: entry.value,
    font: design.figures,
    ...(entry.name && { spot: entry.name }),
    ...valueAt,
  });
}
