import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAddress,
  describeAddress,
  describeDefect,
  hasExpired,
  formatTimeToLive,
  describeTimeToLive,
  describeKey,
  stepFile,
} from '#renderer/features/downloads/files/file-facts.ts';
import { messages } from '#renderer/features/downloads/messages.ts';
import { noon } from '../a-download.ts';

describe('a presigned address', () => {
  it('is present, expired or without a time, and is never shown', () => {
    const until = (expiresAt: string | null) => ({ isThere: true, expiresAt });
    expect(describeAddress(until('2026-11-20T12:12:00.000Z'), noon)).toBe('present, expires in 12 min');
    expect(describeAddress(until('2026-11-20T11:56:00.000Z'), noon)).toBe('expired 4 min ago');
    expect(describeAddress(until(null), noon)).toBe(messages.file.noExpiry);
    expect(describeAddress({ isThere: false, expiresAt: null }, noon)).toBe('none');
    expect(formatAddress(until('2026-11-20T12:12:00.000Z'), noon)).toBe('12 min left');
    expect(formatAddress(until(null), noon)).toBe('no expiry');
    expect(formatAddress({ isThere: false, expiresAt: null }, noon)).toBe('none');
    expect(hasExpired(until(null), noon)).toBe(false);
  });

  it('says whether the key is present', () => {
    expect(describeKey({ isThere: true, vectorIsThere: true })).toBe(messages.file.withVector);
    expect(describeKey({ isThere: true, vectorIsThere: false })).toBe(messages.file.withoutVector);
    expect(describeKey({ isThere: false, vectorIsThere: false })).toBe(messages.file.noKey);
  });
});

describe('a time to live', () => {
  it('counts down and expires, even if it was read before', () => {
    const ttl = { kind: 'until', at: '2026-12-20T12:00:00.000Z' } as const;
    expect(describeTimeToLive(ttl, noon)).toBe('until 20 Dec 2026, 30 d left');
    expect(describeTimeToLive(ttl, noon + 31 * 86_400_000)).toBe('expired 1 d ago, awaiting deletion');
    expect(formatTimeToLive(ttl, noon)).toBe('30 d');
    expect(formatTimeToLive(ttl, noon + 31 * 86_400_000)).toBe('expired');
  });

  it('is a defect if it is in milliseconds, with the intended time and who can correct it', () => {
    const words = describeDefect({ kind: 'in-milliseconds', meant: '2026-12-20T12:00:00.000Z' });
    expect(words).toContain('Intended date: 20 Dec 2026');
    expect(words).toContain("pipeline's owner");
    expect(formatTimeToLive({ kind: 'in-milliseconds', meant: '2026-12-20T12:00:00.000Z' }, noon)).toBe(
      'forever',
    );
    expect(describeDefect({ kind: 'too-old', at: '1970-01-31T00:00:00.000Z' })).toContain('31 Jan 1970');
    expect(describeDefect({ kind: 'too-old', at: '-9e99' })).toContain('-9e99');
    expect(describeDefect({ kind: 'none' })).toContain('No readable time to live');
    expect(describeDefect({ kind: 'until', at: '2026-12-20T12:00:00.000Z' })).toBeUndefined();
  });

  it('can always be described', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: 0, max: 4e12 }), (date, now) => {
        expect(describeTimeToLive({ kind: 'until', at: date.toISOString() }, now)).toMatch(/^until|^expired/);
      }),
    );
  });
});

it('J and K move through the listed files and stop at both ends', () => {
  const order = ['a', 'b', 'c'];
  expect(stepFile(order, 'a', 1)).toBe('b');
  expect(stepFile(order, 'c', -1)).toBe('b');
  expect(stepFile(order, 'a', -1)).toBeUndefined();
  expect(stepFile(order, 'c', 1)).toBeUndefined();
  expect(stepFile(order, 'filtered-away', 1)).toBe('a');
  expect(stepFile([], 'a', 1)).toBeUndefined();
});
