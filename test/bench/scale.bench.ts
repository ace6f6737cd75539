import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench, Figure } from '#scripts/bench-figure.ts';
import { measuredInConsole } from './measured-by.ts';
import type { MeasuredQuestion, MeasuredScale } from './programs/measure-questions.ts';
import { measureViews, type MeasuredView } from './scale-pages.ts';
import { serveScaled } from './serve-scaled.ts';

const few = 100;
const many = 100_000;
/** Other work on the machine makes one of two equal times this much longer now and then. */
const mostSlower = 2;

/**
 * Asks as pages do of a tenant with 100,000 batches, a batch with 100,000 documents and a queue with 100,000
 * dead letters, and of 100 of each in turns. A first page must cost the same and come as soon.
 */
export const bench: Bench = async () => {
  const served = await serveScaled({ numbers: [few, many] });
  try {
    const { address } = served;
    const both = await measure(address, few, many);
    const alone = { few: await measure(address, few), many: await measure(address, many) };
    const views = await measureViews(address, [few, many]);
    return [
      ...both.questions.map(costFigure),
      slowestFigure(both.questions),
      disagreements(both.questions),
      {
        name: 'scale.memory.main',
        value: rounded(alone.many.heapMb - alone.few.heapMb),
        unit: 'MB',
        better: 'lower',
        n: 1,
        note: `heap of a console's process after all of these questions about 100,000, collected (${rounded(alone.many.heapMb)} MB), over that about 100 (${rounded(alone.few.heapMb)} MB); the most that the processes ever had: ${Math.round(alone.many.peakMb)} and ${Math.round(alone.few.peakMb)} MB`,
      },
      ...views.flatMap(viewFigures),
    ];
  } finally {
    await served.close();
  }
};

function measure(address: string, ...numbers: readonly number[]): Promise<MeasuredScale> {
  return measuredInConsole<MeasuredScale>('measure-scale', address, ...numbers.map(String));
}

/** How many times the calls or the read units grow, whichever grow more. */
export function costFigure({ name, at }: MeasuredQuestion): Figure {
  const grown = at.map(({ asked }) => [asked.calls, asked.rru] as const);
  const [[leastCalls, leastRru] = [Number.NaN, Number.NaN]] = grown;
  const ratios = grown.flatMap(([calls, rru]) => [calls / leastCalls, leastRru === 0 ? 1 : rru / leastRru]);
  const costs = at.map(
    ({ number, asked, rows, times }) =>
      `${number.toLocaleString('en')}: ${rows} rows, ${asked.calls} calls, ${asked.rru} RRU, ${rounded(percentile(times, 0.5))} ms`,
  );
  return {
    name: `scale.${name}`,
    value: rounded(Math.max(...ratios)),
    unit: '×',
    better: 'lower',
    n: at[0]?.times.length ?? 0,
    note: costs.join('; '),
    bar: 1,
  };
}

/** The question whose median time grows most. */
export function slowestFigure(questions: readonly MeasuredQuestion[]): Figure {
  const slower = questions.map(({ name, at }) => {
    const medians = at.map(({ times }) => percentile(times, 0.5));
    return { name, times: Math.max(...medians) / (medians[0] ?? Number.NaN) };
  });
  const slowest = slower.reduce((most, one) => (one.times > most.times ? one : most));
  return {
    name: 'scale.first-row.main',
    value: rounded(slowest.times),
    unit: '×',
    better: 'lower',
    n: questions.length,
    note: `the most that an answer of the main process takes longer: ${slowest.name}; ${slower.map((one) => `${one.name} ${rounded(one.times)}`).join(', ')}`,
    bar: mostSlower,
  };
}

/** The console's receipts must say what AWS counted. */
export function disagreements(questions: readonly MeasuredQuestion[]): Figure {
  const wrong = questions.flatMap(({ name, at }) =>
    at.flatMap(({ number, receipt, asked }) =>
      receipt.calls === asked.calls && receipt.rru === asked.rru
        ? []
        : [
            `${name} at ${number}: receipt ${receipt.calls} calls and ${receipt.rru} RRU, asked ${asked.calls} and ${asked.rru}`,
          ],
    ),
  );
  return {
    name: 'scale.receipts-off',
    value: wrong.length,
    unit: 'answers',
    better: 'lower',
    n: questions.reduce((sum, { at }) => sum + at.length, 0),
    note:
      wrong.join('; ') ||
      'answers whose receipts differ from what the embedded AWS counted, in calls or read units',
    bar: 0,
  };
}

function viewFigures({ name, at }: MeasuredView): Figure[] {
  const [least, most] = [at[0], at.at(-1)];
  if (least === undefined || most === undefined) return [];
  const [before, after] = [least, most].map(({ times }) => percentile(times, 0.5));
  if (before === undefined || after === undefined) return [];
  return [
    {
      name: `scale.page.${name}`,
      value: rounded(after / before),
      unit: '×',
      better: 'lower',
      n: most.times.length,
      note: `to the frame with the first row: ${Math.round(before)} ms at ${few}, ${Math.round(after)} ms at ${many.toLocaleString('en')}`,
      bar: mostSlower,
    },
    {
      name: `scale.page.${name}.memory`,
      value: rounded(most.heapMb - least.heapMb),
      unit: 'MB',
      better: 'lower',
      n: 1,
      note: `heap of the page then, collected (${rounded(most.heapMb)} MB), over that at ${few} (${rounded(least.heapMb)} MB)`,
      bar: 5,
    },
  ];
}
