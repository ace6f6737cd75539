import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { measuredBy } from './measured-by.ts';
import type { MeasuredSheets } from './programs/measure-sheets.ts';

/** The sandbox's documents: told by the thousand when it opens, drawn one at a time when somebody looks. */
export const bench: Bench = async () => {
  const { readings, outcomes, drawings } = await measuredBy<MeasuredSheets>('measure-sheets');
  return [
    {
      name: 'sheets.reading.p50',
      value: rounded(percentile(readings, 0.5)),
      unit: 'µs',
      better: 'lower',
      n: readings.length,
      note: 'a document, fields, lines and checks; 2,000 of all kinds and layouts a round, 17 lines in the mean',
      bar: 60,
    },
    {
      name: 'sheets.outcome.p50',
      value: rounded(percentile(outcomes, 0.5)),
      unit: 'µs',
      better: 'lower',
      n: outcomes.length,
      note: 'a document, its score, usage and times without its contents',
    },
    {
      name: 'sheets.draw.p50',
      value: rounded(percentile(drawings, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: drawings.length,
      note: 'one PDF of one to four pages',
    },
  ];
};
