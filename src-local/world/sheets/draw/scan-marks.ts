import { seededRandomness } from '../../randomness.ts';
import { paper } from '../page/room-of.ts';
import type { SheetRecipe } from '../sheet.ts';
import type { Colour, Palette } from './colours.ts';
import type { PageStream } from './page-stream.ts';
import { circle, polyline, rectangle } from './shapes.ts';

/** What the glass and the years have added: dust, a streak, a shadow along an edge, holes, a fold. */
export function drawScanMarks(stream: PageStream, recipe: SheetRecipe, page: number, palette: Palette): void {
  const dice = seededRandomness(`${recipe.seed}/scan/${page}`);
  const grey = (share: number): Colour => palette.colourOf('black', share);
  const isLeft = dice.unit() < 0.5;
  const black = grey(1);
  for (let step = 1; step <= 8; step += 1) {
    const width = 9 + step * 2;
    const x = isLeft ? -9 : paper.width + 9 - width;
    stream.path(rectangle(x, -9, width, paper.height + 18), { fill: black, opacity: 2 });
  }
  const streak = 40 + dice.unit() * (paper.width - 80);
  stream.path(rectangle(streak, -9, 0.6, paper.height + 18), { fill: black, opacity: 5 });
  if (dice.unit() < 0.35) {
    const fold = paper.height * (0.33 + dice.unit() * 0.02);
    stream.path(rectangle(-9, fold, paper.width + 18, 0.7), { fill: black, opacity: 10 });
    stream.path(rectangle(-9, fold + 0.7, paper.width + 18, 0.9), { fill: palette.paper, opacity: 45 });
  }
  if (dice.unit() < 0.45) {
    for (const offset of [-113.4, 113.4]) {
      stream.path(circle(21, paper.height / 2 + offset, 7.6), { fill: grey(0.5), stroke: grey(0.3) });
    }
  }
  const specks = recipe.defect === 'illegible' ? 420 : 110;
  for (let count = 0; count < specks; count += 1) {
    const size = 0.35 + dice.unit() ** 3 * 1.1;
    const [x, y] = [dice.unit() * paper.width, dice.unit() * paper.height];
    stream.path(rectangle(x, y, size, size * (0.6 + dice.unit() * 0.8)), {
      fill: grey(0.2 + dice.unit() * 0.4),
    });
  }
  if (recipe.defect === 'illegible') drawDropouts(stream, dice, palette.paper);
}

/** Where the toner has come off. */
function drawDropouts(stream: PageStream, dice: { unit(): number }, stroke: Colour): void {
  for (let count = 0; count < 260; count += 1) {
    const [x, y] = [dice.unit() * paper.width, 40 + dice.unit() * (paper.height - 80)];
    const end = [x + 14 + dice.unit() * 60, y + dice.unit() * 5 - 2.5] as const;
    stream.path(polyline([[x, y], end]), { stroke, thickness: 0.6 + dice.unit() * 1.6 });
  }
}
