import type { Box } from '#pipelines/extraction/readers.ts';
import { hashText, throwDie } from '../randomness.ts';
import type { SheetKind, SheetRecipe } from './sheet.ts';
import { listFields } from './fields.ts';
import type { Area } from './pen.ts';

/** The parts that a page is put together from. Each is a function of its own in heads, blocks, tables and tails. */
export interface Design {
  readonly head: 'mark left' | 'mark right' | 'band' | 'centred' | 'form' | 'form band';
  /** The fields above the table. */
  readonly block: 'rows' | 'strip' | 'columns' | 'grid' | 'lines' | 'cells';
  readonly table: 'shaded' | 'zebra' | 'ruled';
  readonly sums: 'plain' | 'boxed' | 'in table';
  readonly foot: 'plain' | 'boxed' | 'signed';
  /** The font of the values: a typewriter's, or that of the rest. */
  readonly figures: 'mono' | 'sans';
}

export function pickDesign(recipe: Pick<SheetRecipe, 'kind' | 'layout'>): Design {
  const three = designs[recipe.kind];
  return three[recipe.layout === 1 || recipe.layout === 2 ? recipe.layout : 0];
}

const designs: Readonly<Record<SheetKind, readonly [Design, Design, Design]>> = {
  invoice: [
    { head: 'mark left', block: 'rows', table: 'shaded', sums: 'plain', foot: 'plain', figures: 'mono' },
    { head: 'band', block: 'strip', table: 'zebra', sums: 'boxed', foot: 'boxed', figures: 'sans' },
    { head: 'centred', block: 'columns', table: 'ruled', sums: 'in table', foot: 'plain', figures: 'sans' },
  ],
  'delivery note': [
    { head: 'mark right', block: 'strip', table: 'ruled', sums: 'in table', foot: 'signed', figures: 'mono' },
    { head: 'centred', block: 'rows', table: 'shaded', sums: 'plain', foot: 'signed', figures: 'sans' },
    { head: 'band', block: 'columns', table: 'zebra', sums: 'boxed', foot: 'signed', figures: 'sans' },
  ],
  form: [
    { head: 'form', block: 'grid', table: 'ruled', sums: 'in table', foot: 'signed', figures: 'mono' },
    { head: 'form', block: 'lines', table: 'shaded', sums: 'plain', foot: 'signed', figures: 'mono' },
    { head: 'form band', block: 'cells', table: 'zebra', sums: 'boxed', foot: 'signed', figures: 'sans' },
  ],
};

/** A4, in points, from its upper left corner. */
export const paper = { width: 595.28, height: 841.89 } as const;
export const margin = { left: 48, right: 547 } as const;

/** Only the note stands under it. */
const bottom = 768;
/** The sums and the foot need this height under the last line. */
const tailHeight = 196;
export const headRowHeight = 22;
/** The table begins here on a further page. */
export const nextTableTop = 84;
export const partyHeight = 66;

export interface Room {
  readonly blockTop: number;
  readonly tableTop: number;
  readonly rowHeight: number;
  /** The first page takes so many lines, and a further one. */
  readonly first: number;
  readonly next: number;
}

export function measureRoom(recipe: SheetRecipe): Room {
  const design = pickDesign(recipe);
  const blockTop = blockTops[design.head];
  const entries = listFields(recipe).filter(({ place }) => place === 'block').length;
  const tableTop = blockTop + blockHeights[design.block](entries) + 20;
  const isOnOnePage = recipe.pages <= 1;
  const rowHeight = isOnOnePage ? 26 : 36;
  const firstBottom = isOnOnePage ? bottom - tailHeight : bottom;
  return {
    blockTop,
    tableTop,
    rowHeight,
    first: Math.floor((firstBottom - tableTop - headRowHeight) / rowHeight),
    next: Math.floor((bottom - nextTableTop - headRowHeight) / rowHeight),
  };
}

/** Returns as many lines as fill its pages, the last of them in part. */
export function countLines(recipe: SheetRecipe): number {
  const { first, next } = measureRoom(recipe);
  const share = throwDie(hashText(recipe.seed), 41);
  if (recipe.pages <= 1) return 3 + Math.floor(share * Math.min(7, first - 2));
  return first + (recipe.pages - 2) * next + 2 + Math.floor(share * 7);
}

const blockTops: Readonly<Record<Design['head'], number>> = {
  'mark left': 116,
  'mark right': 116,
  band: 104,
  centred: 150,
  form: 102,
  'form band': 88,
};

const blockHeights: Readonly<Record<Design['block'], (entries: number) => number>> = {
  rows: (entries) => Math.max(partyHeight, entries * 16),
  columns: (entries) => Math.max(partyHeight, Math.ceil(entries / 2) * 30),
  strip: (entries) => partyHeight + 8 + Math.ceil(entries / 3) * 34,
  grid: (entries) => Math.ceil(entries / 3) * 36,
  lines: (entries) => Math.ceil(entries / 2) * 36,
  cells: (entries) => Math.ceil(entries / 2) * 22,
};

/** A page's boxes are turned with it. */
export interface Turn {
  readonly cos: number;
  readonly sin: number;
}

export function pickTurn(recipe: SheetRecipe, page: number): Turn {
  const tilt = pickTilt(recipe, page);
  return tilt === 0 ? straight : { cos: Math.cos(tilt), sin: Math.sin(tilt) };
}
export const straight: Turn = { cos: 1, sin: 0 };

/** Radians, clockwise as seen: how askew this page lay on the glass. */
export function pickTilt(recipe: SheetRecipe, page: number): number {
  if (!recipe.isScanned) return 0;
  const share = throwDie(hashText(recipe.seed), 60 + page);
  const degrees = (0.15 + Math.abs(share - 0.5) * 0.9) * (share < 0.5 ? -1 : 1);
  return (degrees * Math.PI) / 180;
}

/** Returns the upright box around the tilted area, as shares of the page. */
export function computeBox(area: Omit<Area, 'page'>, { cos, sin }: Turn): Box {
  if (sin === 0) {
    return shares(area.x, area.y, area.width, area.height);
  }
  const x = area.x + area.width / 2 - middleX;
  const y = area.y + area.height / 2 - middleY;
  const width = area.width * cos + area.height * Math.abs(sin);
  const height = area.width * Math.abs(sin) + area.height * cos;
  return shares(
    middleX + x * cos - y * sin - width / 2,
    middleY + x * sin + y * cos - height / 2,
    width,
    height,
  );
}

const middleX = paper.width / 2;
const middleY = paper.height / 2;

function shares(x: number, y: number, width: number, height: number): Box {
  return [
    rounded(x / paper.width),
    rounded(y / paper.height),
    rounded(width / paper.width),
    rounded(height / paper.height),
  ];
}

/** A ten-thousandth of a page is less than a printed dot, and short in an item. */
function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
