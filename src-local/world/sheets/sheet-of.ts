import { contentsOf } from './content/contents-of.ts';
import type { Contents, PrintedLine } from './content/contents.ts';
import { fieldsOf } from './fields-of.ts';
import { layOut } from './page/lay-out.ts';
import { placed, type Area, type Pen, type Words } from './page/pen.ts';
import { boxOf, straight, turnOf, type Turn } from './page/tilt.ts';
import { misreadOf } from './reading/misread.ts';
import { troublesOf } from './reading/troubles-of.ts';
import type { Sheet, SheetField, SheetLine, SheetRecipe } from './sheet.ts';
import { hashOf, throwOf } from './throws.ts';

/** What stands on a document, and where. */
export function sheetOf(recipe: SheetRecipe): Sheet {
  return sheetWith(recipe, contentsOf(recipe));
}

export function sheetWith(recipe: SheetRecipe, contents: Contents): Sheet {
  const { spots, rows, pen } = notingPen();
  layOut(recipe, contents, pen);
  const shares = new Map(troublesOf(recipe).map(({ spot, share }) => [spot, share]));
  const turns = Array.from({ length: recipe.pages + 1 }, (_, page) => turnOf(recipe, page));
  const hash = hashOf(recipe.seed);
  const fields: SheetField[] = [];
  fieldsOf(recipe).forEach(({ name, label: usual, kind }, at) => {
    const spot = spots.get(name);
    if (!spot) return;
    const { text: value, page } = spot;
    const label = contents.labels[name] ?? usual;
    const box = boxOf(around(spot), turns[page] ?? straight);
    const misread = misreadAt(shares.get(name), value, kind);
    const legibility = legibilityOf(recipe, misread !== undefined, throwOf(hash, 200 + at));
    const field = { name, label, kind, value, page, box, legibility };
    fields.push(misread === undefined ? field : { ...field, misread });
  });
  const lines: SheetLine[] = [];
  rows.forEach((row, index) => {
    const line = contents.lines[index];
    if (!line) return;
    const share = shares.size === 0 ? undefined : shares.get(`lineItems.${index}.amount`);
    lines.push(lineAt(line, row, turns[row.page] ?? straight, share));
  });
  return { recipe, title: contents.title, fields, lines };
}

function lineAt(printed: PrintedLine, row: Area, turn: Turn, share: number | undefined): SheetLine {
  const { description, quantity, unit, amount } = printed;
  const line = { description, quantity, unit, amount, page: row.page, box: boxOf(row, turn) };
  const misread = misreadAt(share, amount, 'money');
  return misread === undefined ? line : { ...line, misread };
}

/** The text and a little air. */
function around(words: Words): Omit<Area, 'page'> {
  const { x, width, size } = placed(words);
  return { x: x - 2, y: words.y - 0.76 * size - 1.5, width: width + 4, height: size + 3 };
}

/** Draws nothing: what matters is where things would stand. */
function notingPen(): { spots: Map<string, Words>; rows: Area[]; pen: Pen } {
  const spots = new Map<string, Words>();
  const rows: Area[] = [];
  const pen: Pen = {
    draws: false,
    text(words) {
      if (words.spot !== undefined) spots.set(words.spot, words);
    },
    row(area, index) {
      rows[index] = area;
    },
    tone: nothing,
    frame: nothing,
    line: nothing,
    ornament: nothing,
  };
  return { spots, rows, pen };
}

const nothing = (): void => undefined;

function misreadAt(share: number | undefined, value: string, kind: SheetField['kind']): string | undefined {
  return share === undefined ? undefined : misreadOf(value, kind, share);
}

function legibilityOf(recipe: SheetRecipe, isMisread: boolean, share: number): number {
  if (recipe.defect === 'illegible') return 0.15 + share * 0.3;
  if (isMisread) return 0.45 + share * 0.25;
  return (recipe.isScanned ? 0.86 : 0.94) + share * 0.05;
}
