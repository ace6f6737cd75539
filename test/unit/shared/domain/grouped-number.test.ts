import { expect, test } from 'vitest';
import { counted, grouped, groupedDigits } from '#shared/domain/grouped-number.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_200, '1,200'],
  [-12_345.5, '-12,345.5'],
  [0.123_456_7, '0.123457'],
])('%d is written "%s"', (number, text) => {
  expect(grouped(number)).toBe(text);
});

test('things are counted with their noun', () => {
  expect([0, 1, 1_200].map((count) => counted(count, 'look'))).toEqual(['0 looks', '1 look', '1,200 looks']);
});

test('digits stay as many as they were, and only those before the point are grouped', () => {
  expect(groupedDigits('12345678901234567890123456789012345.678')).toBe(
    '12,345,678,901,234,567,890,123,456,789,012,345.678',
  );
  expect(groupedDigits('0.12345678901234567890')).toBe('0.12345678901234567890');
  expect(groupedDigits('−1500')).toBe('−1,500');
});
