import { writeContents, type Contents, type PrintedLine } from './contents.ts';
import { listFields } from './fields.ts';
import { layOut } from './lay-out.ts';
import { measureText, placed, type Area, type Pen, type Words } from './pen.ts';
import { computeBox, straight, pickTurn, type Turn } from './page-design.ts';
import { deriveMisreading, findTroubles } from './troubles.ts';
import type { Sheet, SheetField, SheetLine, SheetRecipe } from './sheet.ts';
import { hashText, throwDie } from '../randomness.ts';

/** Makes the sheet: the printed values, and their places. */
export function makeSheet(recipe: SheetRecipe): Sheet {
  return makeSheetWith(recipe, writeContents(recipe));
}

export function makeSheetWith(recipe: SheetRecipe, contents: Contents): Sheet {
  const { spots, rows, pen } = createNotingPen();
  layOut(recipe, contents, pen);
  const shares = new Map(findTroubles(recipe).map(({ spot, share }) => [spot, share]));
  const turns = Array.from({ length: recipe.pages + 1 }, (_, page) => pickTurn(recipe, page));
  const hash = hashText(recipe.seed);
  const fields: SheetField[] = [];
  listFields(recipe).forEach(({ name, label: usual, kind }, at) => {
    const spot = spots.get(name);
    if (!spot) return;
    const { text: value, page } = spot;
    const label = contents.labels[name] ?? usual;
    const box = computeBox(around(spot), turns[page] ?? straight);
    const misread = pickMisreading(shares.get(name), value, kind);
    const legibility = computeLegibility(recipe, misread !== undefined, throwDie(hash, 200 + at));
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
  const line = { description, quantity, unit, amount, page: row.page, box: computeBox(row, turn) };
  const misread = pickMisreading(share, amount, 'money');
  return misread === undefined ? line : { ...line, misread };
}

/** The text and a little air. */
export function around(words: Words): Omit<Area, 'page'> {
  const { x, width, size } = placed(words);
  return { x: x - 2, y: words.y - 0.76 * size - 1.5, width: width + 4, height: size + 3 };
}

/** Returns the same for each word between the spaces of the text. */
export function aroundEach(words: Words): readonly Omit<Area, 'page'>[] {
  const { x, size, font } = placed(words);
  const { y, height } = around(words);
  const { text, spacing = 0 } = words;
  const measure = (part: string): number => measureText(part, font, size) + spacing * part.length;
  let begin = 0;
  return text.split(' ').map((word) => {
    const left = x + measure(text.slice(0, begin));
    begin += word.length + 1;
    return { x: left - 1, y, width: measure(word) - spacing + 2, height };
  });
}

/** Draws nothing: what matters is where things would stand. */
function createNotingPen(): { spots: Map<string, Words>; rows: Area[]; pen: Pen } {
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

function pickMisreading(
  share: number | undefined,
  value: string,
  kind: SheetField['kind'],
): string | undefined {
  return share === undefined ? undefined : deriveMisreading(value, kind, share);
}

function computeLegibility(recipe: SheetRecipe, isMisread: boolean, share: number): number {
  if (recipe.defect === 'illegible') return 0.15 + share * 0.3;
  if (isMisread) return 0.45 + share * 0.25;
  return (recipe.isScanned ? 0.86 : 0.94) + share * 0.05;
}
