import { describe, expect, it } from 'vitest';
import { addressNote, isPresigned } from '#main/rows/shown-text.ts';

const signed = Date.UTC(2026, 10, 20, 14, 42);
const minute = 60_000;
const address = 'https://b.example.com/a?X-Amz-Date=20261120T144200Z&X-Amz-Expires=1800&X-Amz-Signature=ab';

describe('the display of a presigned address', () => {
  it.each([
    [0, 'present, expires in 30 min'],
    [17 * minute + 30_000, 'present, expires in 12 min'],
    [29 * minute + 15_000, 'present, expires in 45 s'],
    [30 * minute, 'expired 0 s ago'],
    [30 * minute + 3 * 60 * minute, 'expired 3 h ago'],
    [40 * 24 * 60 * minute, 'expired 39 days ago'],
  ])('%d ms after it was signed: %s', (later, note) => {
    expect(addressNote(address, signed + later)).toBe(note);
  });

  it('reads an end in epoch seconds too', () => {
    const ends = signed / 1_000 + 7_200;
    expect(addressNote(`https://b.example.com/a?Expires=${ends}&Signature=ab`, signed)).toBe(
      'present, expires in 2 h',
    );
  });

  it.each([
    'k3yW1thinAK3y',
    'https://b.example.com/a?X-Amz-Signature=ab',
    'https://b.example.com/a?X-Amz-Date=20261320T144200Z&X-Amz-Expires=1800',
    'https://b.example.com/a?X-Amz-Date=20261120T144200Z&X-Amz-Expires=99999999999999999999',
    'https://b.example.com/a?Expires=soon',
  ])('only says that it is there if it has no end: %s', (text) => {
    expect(addressNote(text, signed)).toBe('present');
  });
});

describe('a presigned address', () => {
  it.each([
    address,
    'see s3?x-amz-security-token=FwoG for more',
    'https%3A%2F%2Fb.example.com%2Fa%3FX-Amz-Signature%3Dab',
    '{"url":"https://b.example.com/a?Expires=1\\u0026Signature=ab"}',
    'https://d1.cloudfront.net/a?Expires=1&Signature=ab&Key-Pair-Id=K2',
  ])('is recognised: %s', (text) => {
    expect(isPresigned(text)).toBe(true);
  });

  it.each(['https://b.example.com/a?page=2', 'Signature = missing on page 3', 'X-Amz-Date is wrong', ''])(
    'is not seen in: %s',
    (text) => {
      expect(isPresigned(text)).toBe(false);
    },
  );
});
