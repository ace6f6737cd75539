import { describe, expect, it } from 'vitest';
import { describeAsked, describeMissing, formatUpTo } from '#renderer/contract/attention-age.ts';

const now = Date.parse('2026-11-26T18:00:00Z');

describe('the age of a list of all tenants', () => {
  it('is the time of the last change that is included', () => {
    expect(formatUpTo({ upTo: '2026-11-26T14:02:11.400Z' }, now)).toBe('as of 14:02:11 UTC');
  });

  it('has its day if it is older than a day', () => {
    expect(formatUpTo({ upTo: '2026-11-20T14:02:11.000Z' }, now)).toBe('as of 20 Nov 2026, 14:02:11 UTC');
  });

  it('may be unknown', () => {
    expect(formatUpTo({ upTo: null }, now)).toBe('as of an unknown time');
  });
});

describe('what is missing from a list of all tenants', () => {
  const keptSince = '2026-11-01T00:00:00.000Z';

  it('is nothing once all batches were counted', () => {
    expect(describeMissing({ upTo: null, keptSince, wholeSince: keptSince })).toBeNull();
  });

  it('is every batch that has not changed since the list is kept', () => {
    const [missing] = describeMissing({ upTo: null, keptSince, wholeSince: null }) ?? [];
    expect(missing).toBe('Batches that have not changed since 1 Nov 2026, 00:00:00 UTC are missing.');
    const [unknown] = describeMissing({ upTo: null, keptSince: null, wholeSince: null }) ?? [];
    expect(unknown).toBe('Batches that have not changed for some time are missing.');
  });
});

describe('an answer without lists of all tenants', () => {
  const why = 'This pipeline keeps no lists of all tenants.';
  const tenants = { from: 'tenants', asked: 12, areAll: false, whyNotAttention: why } as const;

  it('says how many tenants were asked, why, and how to get the lists', () => {
    const [asked, next] = describeAsked(tenants) ?? [];
    expect(asked).toBe('Only 12 tenants were asked, one by one.');
    expect(next).toMatch(/^This pipeline keeps no lists of all tenants\. To see all tenants at once, deploy/);
    expect(describeAsked({ ...tenants, asked: 4, areAll: true })?.[0]).toBe(
      'All 4 tenants were asked, one by one.',
    );
    expect(describeAsked({ ...tenants, asked: 1, areAll: true })?.[0]).toBe(
      '1 tenant was asked, one by one.',
    );
  });

  it('says nothing to a person who is held to some tenants, or chose one', () => {
    expect(describeAsked({ ...tenants, whyNotAttention: null })).toBeNull();
  });
});
