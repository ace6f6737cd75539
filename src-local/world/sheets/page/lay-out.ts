import type { Contents } from '../content/contents.ts';
import type { SheetRecipe } from '../sheet.ts';
import { drawBlock } from './blocks.ts';
import { designOf, type Design } from './designs.ts';
import { drawHead, drawMargins } from './heads.ts';
import type { Pen } from './pen.ts';
import { roomOf, type Room } from './room-of.ts';
import { drawTable } from './table.ts';
import { drawTail } from './tail.ts';

/** All that the parts of a page are drawn with. */
export interface Desk {
  readonly recipe: SheetRecipe;
  readonly contents: Contents;
  readonly design: Design;
  readonly room: Room;
  readonly pen: Pen;
}

/** Puts a document on its pages. With another pen the same things stand in the same places. */
export function layOut(recipe: SheetRecipe, contents: Contents, pen: Pen): void {
  const desk = { recipe, contents, design: designOf(recipe), room: roomOf(recipe), pen };
  drawHead(desk);
  drawBlock(desk);
  const { page, y } = drawTable(desk);
  drawTail(desk, page, y);
  if (pen.draws) drawMargins(desk, page);
}
