import { describe, expect, it } from 'vitest';
import { itemSize } from '#shared/catalogue/review/item-size.ts';
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

describe('the size of an item', () => {
  it.each([
    [{ a: { S: 'é' } }, 3],
    [{ a: { N: '1234' } }, 4],
    [{ a: { B: 'AAEC' } }, 4],
    [{ a: { BOOL: true } }, 2],
    [{ a: { NULL: true } }, 2],
    [{ a: { SS: ['bc', 'd'] } }, 4],
    [{ a: { NS: ['1', '2'] } }, 5],
    [{ a: { BS: ['AA=='] } }, 2],
    [{ a: { L: [{ S: 'b' }] } }, 6],
    [{ a: { M: { b: { S: 'c' } } } }, 7],
  ] as const)('%j is %i bytes', (item, bytes) => {
    expect(itemSize(item)).toBe(bytes);
  });
});
