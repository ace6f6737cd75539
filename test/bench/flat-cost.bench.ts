import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench, Figure } from '#scripts/bench-figure.ts';
import { measuredBy } from './measured-by.ts';
import type { MeasuredPattern } from './programs/measure-flat-cost.ts';

const most = 2;

/**
 * Asks every question of every system with 1,000, 10,000 and 100,000 items in each table. It must cost the
 * same, to the call and the unit, and take as long. The table grows and the answer does not. A partition that
 * itself grows, like that of a status alone, is a matter for the schema review. A missed bar fails the run.
 */
export const bench: Bench = async () => {
  const patterns = await measuredBy<readonly MeasuredPattern[]>('measure-flat-cost');
  const changed = patterns.filter(
    ({ answers, pageByPage }) => !areAllTheSame(answers) || !areAllTheSame(pageByPage),
  );
  const figures = [costFigure(patterns.length, changed), ...patterns.map(latencyFigure)];
  if (figures.some(({ value, bar = 0 }) => !(value <= bar))) process.exitCode = 1;
  return figures;
};

function areAllTheSame(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === 1;
}

function costFigure(all: number, changed: readonly MeasuredPattern[]): Figure {
  const which = changed
    .map(({ name, answers, pageByPage }) => `${name} ${JSON.stringify({ answers, pageByPage })}`)
    .join(', ');
  return {
    name: 'flat.cost-changes',
    value: changed.length,
    unit: 'patterns',
    better: 'lower',
    n: all,
    note:
      which || 'patterns whose calls, read units or items differ at 1,000, 10,000 and 100,000 items a table',
    bar: 0,
  };
}

function latencyFigure({ name, answers, pageByPage, times }: MeasuredPattern): Figure {
  const medians = times.map((each) => percentile(each, 0.5));
  const [least = Number.NaN] = medians;
  const { calls = 0, rru = 0, items = 0 } = answers.at(-1) ?? {};
  const onePerPage = pageByPage.at(-1)?.calls ?? 0;
  const shown = medians.map((median) => rounded(median)).join(', ');
  return {
    name: `flat.${name}`,
    value: rounded((medians.at(-1) ?? Number.NaN) / least),
    unit: '×',
    better: 'lower',
    n: times.at(-1)?.length ?? 0,
    note: `${shown} ms at 1,000, 10,000 and 100,000; items ${items}, calls ${calls} (${onePerPage} with one item a page), RRU ${rru} at each`,
    bar: most,
  };
}
