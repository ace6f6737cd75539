import type { Bench } from '#scripts/bench-figure.ts';
import { batchFigures } from './triage-batch.ts';
import { documentsFigures } from './triage-documents.ts';
import { withTriagePage } from './triage-page.ts';
import { timelineFigures } from './triage-timeline.ts';

/** Measures what a support engineer waits for and looks at in the shipped console. */
export const bench: Bench = () =>
  withTriagePage(async (open) => [
    ...(await batchFigures(open)),
    ...(await documentsFigures(open)),
    ...(await timelineFigures(open)),
  ]);
