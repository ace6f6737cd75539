import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';
import type { MeasuredQuestion } from './programs/measure-questions.ts';

/** Other work on the machine makes one of two equal times this much longer now and then. */
export const mostSlower = 2;

/** How many times the calls or the read units grow, whichever grow more. */
export function costFigure(of: string, { name, at }: MeasuredQuestion, bar: number): Figure {
  const [first] = at;
  const ratios = at.flatMap(({ least: { asked } }) => [
    asked.calls / (first?.least.asked.calls ?? Number.NaN),
    asked.rru === first?.least.asked.rru ? 1 : asked.rru / (first?.least.asked.rru ?? Number.NaN),
  ]);
  const costs = at.map(
    ({ number, least: { asked, rows }, times }) =>
      `${number.toLocaleString('en')}: ${rows} rows, ${asked.calls} calls, ${asked.rru} RRU, ${rounded(percentile(times, 0.5))} ms`,
  );
  return {
    name: `${of}.${name}`,
    value: rounded(Math.max(...ratios)),
    unit: '×',
    better: 'lower',
    n: first?.times.length ?? 0,
    note: costs.join('; '),
    bar,
  };
}

/** The question whose median time grows most. */
export function slowestFigure(of: string, questions: readonly MeasuredQuestion[]): Figure {
  const slower = questions.map(({ name, at }) => {
    const medians = at.map(({ times }) => percentile(times, 0.5));
    return { name, times: (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN) };
  });
  return {
    name: `${of}.first-row.main`,
    value: rounded(Math.max(...slower.map(({ times }) => times))),
    unit: '×',
    better: 'lower',
    n: questions.length,
    note: `how much longer the slowest answer of the main process takes than at the smallest size: ${slower.map((one) => `${one.name} ${rounded(one.times)}`).join(', ')}`,
    bar: mostSlower,
  };
}

/** The console's receipts must say what AWS counted. */
export function receiptsFigure(of: string, questions: readonly MeasuredQuestion[]): Figure {
  const wrong = questions.flatMap(({ name, at }) =>
    at.flatMap(({ number, differ }) =>
      differ.map(
        ({ receipt, asked }) =>
          `${name} at ${number}: receipt ${receipt.calls} calls and ${receipt.rru} RRU, asked ${asked.calls} and ${asked.rru}`,
      ),
    ),
  );
  return {
    name: `${of}.receipts-off`,
    value: wrong.length,
    unit: 'answers',
    better: 'lower',
    n: questions.reduce((sum, { at }) => sum + at.reduce((all, { times }) => all + times.length, 0), 0),
    note:
      [...new Set(wrong)].join('; ') ||
      'answers whose receipts differ from what the embedded AWS counted, in calls or read units',
    bar: 0,
  };
}
