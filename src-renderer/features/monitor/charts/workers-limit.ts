import type { Charts } from '#shared/contract/monitor/charts.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { TimeLimit } from '#renderer/ui/time-chart/time-plot.tsx';

export interface WorkersLimit {
  readonly limit: TimeLimit | undefined;
  readonly note: string;
}

/** As many as could be busy by now: so many documents at once in each batch that is in work. */
export function workersLimit({ maxConcurrency, running, isAtLeast }: Charts['throughput']): WorkersLimit {
  const each = `${grouped(maxConcurrency)} documents at once in a batch as planned`;
  if (running === null)
    return { limit: undefined, note: `At most ${each}; how many batches run is unknown.` };
  const batches = running === 1 ? '1 batch runs' : `${grouped(running)} batches run`;
  const note = `${isAtLeast ? 'At least ' : ''}${batches} now, ${each}.`;
  // A line at 0 would say that every worker is one too many.
  if (running === 0) return { limit: undefined, note };
  return {
    limit: {
      value: running * maxConcurrency,
      label: isAtLeast ? 'could be busy, at least' : 'could be busy',
    },
    note,
  };
}
