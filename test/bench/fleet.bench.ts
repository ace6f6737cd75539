import { rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { measuredInConsole } from './measured-by.ts';
import type { MeasuredScale } from './programs/measure-questions.ts';
import { costFigure, receiptsFigure, slowestFigure } from './scale-figures.ts';
import { serveScaled, type ServedScaled } from './serve-scaled.ts';

const tenants = [4, 100, 1_000, 10_000];
/** The lists are full at each size, so that only the number of tenants differs. */
const attention = 2_000;
/** A larger sandbox has more causes of failures, each of which is a row. */
const byCauses: ReadonlySet<string> = new Set(['today.groups', 'incidents.day', 'incidents.week']);

/** Asks the pages of all tenants with 4, 100, 1,000 and 10,000 of them: it must cost the same. */
export const bench: Bench = async () => {
  const served: ServedScaled[] = [];
  const places: string[] = [];
  try {
    for (const number of tenants) {
      const one = await serveScaled({ tenants: number, attention });
      served.push(one);
      places.push(`${number}=${one.address}`);
    }
    const { questions } = await measuredInConsole<MeasuredScale>('measure-fleet', ...places);
    const [few = '', , , many = ''] = places;
    const least = await measuredInConsole<MeasuredScale>('measure-fleet', few);
    const most = await measuredInConsole<MeasuredScale>('measure-fleet', many);
    return [
      ...questions.map((question) => costFigure('fleet', question, byCauses.has(question.name) ? 2 : 1)),
      slowestFigure('fleet', questions),
      receiptsFigure('fleet', questions),
      {
        name: 'fleet.memory.main',
        value: rounded(most.heapMb - least.heapMb),
        unit: 'MB',
        better: 'lower',
        n: 1,
        note: `heap of a console's process after all of these questions about 10,000 tenants, collected (${rounded(most.heapMb)} MB), over that about 4 (${rounded(least.heapMb)} MB)`,
        bar: 5,
      },
    ];
  } finally {
    for (const one of served) await one.close();
  }
};
