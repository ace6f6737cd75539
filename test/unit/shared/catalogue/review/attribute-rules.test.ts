import { describe, expect, it } from 'vitest';
import type { AttributeType } from '#shared/catalogue/declaration.ts';
import { anEntity, aSystem, aTable, found } from './small-systems.ts';

const rule = 'ttl-in-milliseconds';
const now = Date.UTC(2026, 10, 20);
const seconds = now / 1_000;

function expiring(type: AttributeType) {
  return aSystem({
    tables: aTable({}, 'ttl'),
    entities: { Task: anEntity({ PK: '{jobId}', SK: '{taskId}' }, { attributes: { ttl: { type } } }) },
  });
}

describe('a time to live', () => {
  it.each([
    ['epoch milliseconds', 'high'],
    ['time', 'high'],
    ['text', 'high'],
    ['number', 'low'],
  ] as const)('declared as %s is a finding, %s', (type, severity) => {
    expect(found(rule, expiring(type))).toMatchObject([{ severity, at: 'small.Task.ttl' }]);
  });

  it('in epoch seconds is not a finding, nor is one that the entity does not have', () => {
    expect(found(rule, expiring('epoch seconds'))).toEqual([]);
    const without = aSystem({
      tables: aTable({}, 'ttl'),
      entities: { Task: anEntity({ PK: '{a}', SK: '{b}' }) },
    });
    expect(found(rule, without)).toEqual([]);
  });

  it.each([
    ['in milliseconds', String(now), 'high'],
    ['six years ahead', String(seconds + 6 * 31_557_600), 'medium'],
    ['six years past, which DynamoDB never deletes', String(seconds - 6 * 31_557_600), 'low'],
  ])('that is %s in items is a finding', (_, N, severity) => {
    const findings = found(rule, expiring('epoch seconds'), { main: [{ ttl: { N } }] }, now);
    expect(findings).toMatchObject([{ severity, at: 'small.main.ttl', table: 'main' }]);
  });

  it('that is text in an item is ignored by DynamoDB', () => {
    const findings = found(rule, expiring('epoch seconds'), { main: [{ ttl: { S: '1795305600' } }] }, now);
    expect(findings).toMatchObject([{ severity: 'high' }]);
  });

  it('of four years, or absent, is fine; milliseconds are recognised without knowing the time', () => {
    const items = [{ ttl: { N: String(seconds + 4 * 31_557_600) } }, {}];
    expect(found(rule, expiring('epoch seconds'), { main: items }, now)).toEqual([]);
    expect(found(rule, expiring('epoch seconds'), { main: [{ ttl: { N: String(now) } }] })).toHaveLength(1);
  });

  it('that was masked says nothing of its kind', () => {
    const items = [{ ttl: { MASKED: { what: 'a time', revealable: false } } }];
    expect(found(rule, expiring('epoch seconds'), { main: items }, now)).toEqual([]);
  });
});

const sizeRule = 'item-near-400kb';

function withLargest(largestBytes: number) {
  return aSystem({ entities: { Task: anEntity({ PK: 'JOB#{jobId}', SK: '{taskId}' }, { largestBytes }) } });
}

describe('an item near 400 KB', () => {
  it.each([
    [327_679, []],
    [327_680, ['medium']],
    [409_600, ['high']],
  ])('of %i expected bytes gives %j', (bytes, severities) => {
    expect(found(sizeRule, withLargest(bytes)).map(({ severity }) => severity)).toEqual(severities);
  });

  it('shows what a read and a write of it cost', () => {
    const [finding] = found(sizeRule, withLargest(360_000));
    expect(finding?.why).toContain('44 read units and each write 352 write units');
  });

  it('is found among items that were read, and named', () => {
    const keys = { PK: { S: 'JOB#1' }, SK: { S: 'a' } };
    const items = [
      { ...keys, note: { S: 'x'.repeat(330_000) } },
      { ...keys, note: { S: 'short' } },
    ];
    const [finding, ...more] = found(sizeRule, withLargest(100), { main: items });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', at: 'small.main' });
    expect(finding?.says).toContain('Task');
  });
});
