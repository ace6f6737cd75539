import type { Bench } from '#scripts/bench-figure.ts';
import { fieldFigures } from './review-fields.ts';
import { lineFigures } from './review-lines.ts';
import { memoryFigure } from './review-memory.ts';
import { nextFigures } from './review-next.ts';
import { withReviewPage } from './review-page.ts';

/** Measures the waiting times of a reviewer in the shipped console. */
export const bench: Bench = () =>
  withReviewPage(async (open) => [
    ...(await fieldFigures(open)),
    ...(await nextFigures(open)),
    ...(await lineFigures(open)),
    await memoryFigure(open),
  ]);
