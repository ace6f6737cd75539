import { describe, expect, it } from 'vitest';
import { aSystem, anEntity, found } from './small-systems.ts';

const rule = 'item-near-400kb';

function withLargest(largestBytes: number) {
  return aSystem({ entities: { Task: anEntity({ PK: 'JOB#{jobId}', SK: '{taskId}' }, { largestBytes }) } });
}

describe('an item near 400 KB', () => {
  it.each([
    [327_679, []],
    [327_680, ['medium']],
    [409_600, ['high']],
  ])('of %i bytes that are foreseen gives %j', (bytes, severities) => {
    expect(found(rule, withLargest(bytes)).map(({ severity }) => severity)).toEqual(severities);
  });

  it('says what a read and a write of it cost', () => {
    const [finding] = found(rule, withLargest(360_000));
    expect(finding?.why).toContain('44 read units and each write 352 write units');
  });

  it('is seen among items that were read, and named', () => {
    const keys = { PK: { S: 'JOB#1' }, SK: { S: 'a' } };
    const items = [
      { ...keys, note: { S: 'x'.repeat(330_000) } },
      { ...keys, note: { S: 'short' } },
    ];
    const [finding, ...more] = found(rule, withLargest(100), { main: items });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', at: 'small.main' });
    expect(finding?.says).toContain('Task');
  });
});
