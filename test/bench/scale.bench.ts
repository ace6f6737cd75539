import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench, Figure } from '#scripts/bench-figure.ts';
import { measuredInConsole } from './measured-by.ts';
import type { MeasuredScale } from './programs/measure-questions.ts';
import { costFigure, mostSlower, receiptsFigure, slowestFigure } from './scale-figures.ts';
import { measureViews, type MeasuredView } from './scale-pages.ts';
import { serveScaled } from './serve-scaled.ts';

const few = 100;
const many = 100_000;

/**
 * These count what a tenant has, so they read up to one page of 1 MB of a status: 129 units at most, however many batches
 * there are beyond it. 100 of the small batches here are 6 % of such a page.
 */
const countOnePage: ReadonlySet<string> = new Set(['batches.today', 'batches.review']);
const mostOfOnePage = 20;

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
      ...both.questions.map((question) =>
        costFigure('scale', question, countOnePage.has(question.name) ? mostOfOnePage : 1),
      ),
      slowestFigure(
        'scale',
        both.questions.filter(({ name }) => !countOnePage.has(name)),
      ),
      receiptsFigure('scale', both.questions),
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
