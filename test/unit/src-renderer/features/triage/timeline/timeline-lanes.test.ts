import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  drawBars,
  findIteration,
  lanePitch,
  layOutLanes,
  findNeighbour,
} from '#renderer/features/triage/timeline/timeline-lanes.ts';
import { executionTimeline } from '#shared/domain/timeline/execution-timeline.ts';
import { AnExecutionHistory, aToldRun, buildEvents } from '#test/builders/an-execution-history.ts';

const seeded = layOutLanes(
  executionTimeline(
    buildEvents(
      aToldRun(({ story, execution }) => story.defects.throttled === 31 && execution === 'succeeded'),
    ),
  ),
);
const { iterations } = seeded.timeline;
const tens = layOutLanes(
  executionTimeline(new AnExecutionHistory().say(0, 'ExecutionStarted').documents(40).events),
);
const whole = { width: 300, whole: 300, left: 0 };

describe('the iteration under the pointer', () => {
  test('is the one of its lane at that time, or the nearest', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.double({ min: 0, max: 1, noNaN: true }), (slot, place) => {
        const time = seeded.scale.time(place);
        const found = findIteration(seeded, slot, time);
        const away = (one: typeof found) =>
          one === null
            ? Number.POSITIVE_INFINITY
            : Math.max(one.startedAt - time, time - (one.endedAt ?? time), 0);
        const least = Math.min(...(seeded.lanes[slot] ?? []).map(away));
        expect(found?.slot).toBe(slot);
        expect(away(found)).toBe(least);
      }),
    );
  });

  test('is null beside the lanes', () => {
    expect([findIteration(seeded, 10, 0), findIteration(seeded, -1, 0)]).toEqual([null, null]);
  });
});

describe('an arrow key', () => {
  test('moves along the lane, to other lanes, and to both ends', () => {
    const [first] = tens.timeline.iterations;
    if (!first) throw new Error('There is no iteration');
    const later = findNeighbour(tens, first, 'later');
    expect([later.index, later.slot]).toEqual([10, 0]);
    expect(findNeighbour(tens, later, 'down').index).toBe(11);
    expect(findNeighbour(tens, findNeighbour(tens, later, 'down'), 'up')).toBe(later);
    expect(findNeighbour(tens, later, 'earlier')).toBe(first);
    expect(findNeighbour(tens, first, 'last').index).toBe(39);
    expect(findNeighbour(tens, later, 'first')).toBe(first);
  });

  test('stays where it is if there is nothing further', () => {
    const [first] = tens.timeline.iterations;
    const last = tens.timeline.iterations.at(-1);
    if (!first || !last) throw new Error('There is no iteration');
    expect([findNeighbour(tens, first, 'earlier'), findNeighbour(tens, first, 'up')]).toEqual([first, first]);
    expect([findNeighbour(tens, last, 'later'), findNeighbour(tens, last, 'down')]).toEqual([last, last]);
  });

  test('visits each iteration of a lane once in both directions', () => {
    for (const lane of seeded.lanes) {
      const [start] = lane;
      if (!start) throw new Error('An empty lane');
      const walked = [start];
      for (let at = start; ;) {
        const next = findNeighbour(seeded, at, 'later');
        if (next === at) break;
        walked.push((at = next));
      }
      expect(walked).toEqual(lane);
    }
  });
});

describe('the bars', () => {
  const count = (path: string): number => path.split('M').length - 1;

  test('have a piece for each stage, and a mark for each retry and failure', () => {
    const { paths, retries, failing } = drawBars(seeded, whole);
    const spans = iterations.flatMap(({ stages }) => stages);
    expect(count(paths.textract)).toBe(spans.filter(({ stage }) => stage === 'textract').length);
    expect(count(paths.verify)).toBe(spans.filter(({ stage }) => stage === 'verify').length);
    expect(count(paths.other)).toBe(spans.filter(({ stage }) => stage === 'mark-failed').length);
    expect(count(retries)).toBe(iterations.reduce((sum, one) => sum + one.retries, 0));
    expect(count(failing)).toBe(spans.filter(({ error }) => error !== null).length);
    expect(count(failing)).toBeGreaterThan(0);
  });

  test('have the length and position of their times', () => {
    const { paths } = drawBars(tens, whole);
    expect(paths.textract.startsWith('M0.0 0h25.0v12h-25.0z')).toBe(true);
    expect(paths.textract).toContain(`M0.0 ${9 * lanePitch}h25.0`);
    expect(paths.verify.endsWith(`M275.0 ${9 * lanePitch}h25.0v12h-25.0z`)).toBe(true);
  });

  test('are only the visible ones', () => {
    const { paths } = drawBars(tens, { width: 300, whole: 1_200, left: 300 });
    expect(count(paths['gap-fill'])).toBeLessThanOrEqual(30);
    expect(count(paths['gap-fill'])).toBeGreaterThanOrEqual(10);
  });

  test('have a glyph at the end if there is room, for failures sooner', () => {
    expect(drawBars(seeded, whole).ends).toEqual([]);
    const near = drawBars(seeded, { width: 300, whole: 4_000, left: 0 }).ends;
    expect(new Set(near.map(({ glyph }) => glyph))).toEqual(new Set(['failed', 'succeeded']));
    expect(drawBars(seeded, { width: 1e6, whole: 1e6, left: 0 }).ends.length).toBeLessThanOrEqual(400);
  });
});
