import type { Bench } from '#scripts/bench-figure.ts';
import { fieldFigures } from './review-fields.ts';
import { memoryFigure } from './review-memory.ts';
import { nextFigures } from './review-next.ts';
import { withReviewPage } from './review-page.ts';

/** What a reviewer waits for, in the console that ships. */
export const bench: Bench = () =>
  withReviewPage(async (open) => [
    ...(await fieldFigures(open)),
    ...(await nextFigures(open)),
    await memoryFigure(open),
  ]);
