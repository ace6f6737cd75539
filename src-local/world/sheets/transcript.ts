import type { FoundLine } from '../../aws/textract/found-pages.ts';
import type { Contents } from './contents.ts';
import { layOut } from './lay-out.ts';
import { computeBox, pickTurn, straight } from './page-design.ts';
import type { Pen, Words } from './pen.ts';
import { around, aroundEach } from './sheet-of.ts';
import type { SheetRecipe } from './sheet.ts';

/** All that is printed on a sheet, page by page in the order in which it is drawn. */
export interface Transcript {
  readonly lines: readonly FoundLine[];
  /** The lines of fields and amounts: "total", or "lineItems.2.amount". */
  readonly spots: ReadonlyMap<string, number>;
  /** The four cells of each line of the table. */
  readonly rows: readonly (readonly number[])[];
  /** The headings of the table, on each page that has one. */
  readonly headings: readonly (readonly number[])[];
}

/** Copies the text of a sheet. Its places are those of the drawn page, down to the tilt of a scan. */
export function transcribe(recipe: SheetRecipe, contents: Contents): Transcript {
  const lines: FoundLine[] = [];
  const spots = new Map<string, number>();
  const rows: number[][] = [];
  const headings: number[][] = [];
  const turns = Array.from({ length: recipe.pages + 1 }, (_, page) => pickTurn(recipe, page));
  /** Under a line of a document with several pages stands a reference. */
  const drawnInRow = recipe.pages > 1 ? 5 : 4;
  const pen: Pen = {
    draws: true,
    text(words: Words) {
      if (words.spot !== undefined) spots.set(words.spot, lines.length);
      const turn = turns[words.page] ?? straight;
      const box = computeBox(around(words), turn);
      const own = aroundEach(words).map((area) => computeBox(area, turn));
      lines.push({ text: words.text, page: words.page, box, words: own });
    },
    row({ page }, index) {
      const last = lines.length - 1;
      const first = last + 1 - drawnInRow;
      rows[index] = [first, last - 2, last - 1, last];
      const isOnNewPage = lines[rows[index - 1]?.[0] ?? -1]?.page !== page;
      if (isOnNewPage) headings.push([first - 4, first - 3, first - 2, first - 1]);
    },
    tone: nothing,
    frame: nothing,
    line: nothing,
    ornament: nothing,
  };
  layOut(recipe, contents, pen);
  return recipe.pages > 1 ? sortByPage({ lines, spots, rows, headings }) : { lines, spots, rows, headings };
}

/** The margins of all pages are drawn last. */
function sortByPage({ lines, spots, rows, headings }: Transcript): Transcript {
  const order = lines.map((_, at) => at).toSorted((a, b) => (lines[a]?.page ?? 0) - (lines[b]?.page ?? 0));
  const places = new Uint32Array(lines.length);
  order.forEach((before, now) => {
    places[before] = now;
  });
  const move = (at: number): number => places[at] ?? at;
  return {
    lines: order.flatMap((at) => lines[at] ?? []),
    spots: new Map([...spots].map(([name, at]) => [name, move(at)])),
    rows: rows.map((row) => row.map(move)),
    headings: headings.map((row) => row.map(move)),
  };
}

const nothing = (): void => undefined;
