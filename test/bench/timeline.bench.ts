import { drawBars, layOutLanes } from '#renderer/features/triage/timeline/timeline-lanes.ts';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { executionTimeline } from '#shared/domain/timeline/execution-timeline.ts';
import { AnExecutionHistory } from '#test/builders/an-execution-history.ts';

const documents = 2_000;
const n = 50;

/**
 * Reads a run of 2,000 documents, more than one execution can have, from its events and draws it once per
 * frame.
 */
export const bench: Bench = () => {
  const { events } = new AnExecutionHistory().say(0, 'ExecutionStarted').documents(documents);
  const timeline = executionTimeline(events);
  const lanes = layOutLanes(timeline);
  const bars = drawBars(lanes, { width: 300, whole: 300, left: 0 });
  const note = `${documents} iterations, ${events.length} events`;
  return Promise.resolve([
    figure('timeline.build.p50', 100, `${note}, from the first event to the lanes`, () =>
      layOutLanes(executionTimeline(events)),
    ),
    figure('timeline.frame.p50', 16, `${note}, all of them in sight`, () =>
      drawBars(lanes, { width: 300, whole: 300, left: 0 }),
    ),
    figure('timeline.frame-zoomed.p50', 16, `${note}, one in sixteen in sight`, () =>
      drawBars(lanes, { width: 300, whole: 4_800, left: 2_000 }),
    ),
    {
      name: 'timeline.elements',
      value: Object.keys(bars.paths).length + 2 + bars.ends.length,
      unit: 'elements',
      better: 'lower',
      n: 1,
      note: `${note}, drawn as one path for each colour`,
      bar: 1_500,
    },
  ]);
};

/** Counts processor time, which does not depend on how busy the machine is. */
function figure(name: string, bar: number, note: string, act: () => unknown) {
  act();
  const times = Array.from({ length: n }, () => {
    const before = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return { name, value: rounded(percentile(times, 0.5)), unit: 'ms', better: 'lower', n, note, bar } as const;
}
