import { describe, expect, it } from 'vitest';
import { axisTop, findHatch, seriesSum, readValue, type ChartPoint } from '#renderer/ui/chart/chart-data.ts';

const done = { id: 'done', title: 'Done', tone: 'succeeded' } as const;
const failed = { id: 'failed', title: 'Failed', tone: 'failed' } as const;

function at(label: string, values: ChartPoint['values']): ChartPoint {
  return { label, values };
}

describe('the figures of a chart', () => {
  it('treats a missing measurement as missing, and not as zero', () => {
    expect(readValue(at('1', {}), done)).toBeNull();
    expect(seriesSum([at('1', { done: null }), at('2', {})], done)).toBeNull();
    expect(seriesSum([at('1', { done: null }), at('2', { done: 0 })], done)).toBe(0);
    expect(seriesSum([at('1', { done: 4 }), at('2', { done: 3 })], done)).toBe(7);
  });

  it('ends its axis on a round number not below the highest stack', () => {
    const points = [at('1', { done: 640, failed: 60 }), at('2', { done: 100, failed: null })];
    expect(axisTop(points, [done, failed], 'stacked-bars')).toBe(750);
    expect(axisTop(points, [done, failed], 'lines')).toBe(750);
    expect(axisTop([at('1', { done: 731 })], [done], 'lines')).toBe(750);
    expect(axisTop([at('1', { done: 0.043 })], [done], 'lines')).toBeCloseTo(0.05);
    expect(axisTop([at('1', {})], [done], 'lines')).toBe(1);
  });

  it('has stripes for failed and for estimated, and distinguishes the two', () => {
    expect(findHatch(done)).toBeUndefined();
    expect(findHatch(failed)).toBe('failed');
    expect(findHatch({ ...done, estimated: true })).toBe('estimated');
    expect(findHatch({ ...failed, estimated: true })).toBe('estimated');
  });
});
