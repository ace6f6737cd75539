import { expect, test } from 'vitest';
import {
  arnName,
  counted,
  deviceName,
  dropGrouping,
  grouped,
  groupedAccount,
  groupedDigits,
  listed,
} from '#shared/domain/formatting.ts';

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

test.each([
  ['1,200', '1200'],
  [' 1 000 000 ', '1000000'],
  ['1\u202F200.50', '1200.50'],
  // A comma that cannot stand between thousands may be a decimal comma, which is ten times less or more.
  ['7,5', '7,5'],
  ['42,50', '42,50'],
  ['0,125', '0,125'],
  ['1000,000', '1000,000'],
  ['1,00,000', '1,00,000'],
  ['1,200 000', '1,200 000'],
  ['many', 'many'],
])('"%s" without separators of thousands is "%s"', (typed, plain) => {
  expect(dropGrouping(typed)).toBe(plain);
});

test('digits are kept, and only those before the point are grouped', () => {
  expect(groupedDigits('12345678901234567890123456789012345.678')).toBe(
    '12,345,678,901,234,567,890,123,456,789,012,345.678',
  );
  expect(groupedDigits('0.12345678901234567890')).toBe('0.12345678901234567890');
  expect(groupedDigits('−1500')).toBe('−1,500');
});

test('lists are written as in speech', () => {
  expect(listed([])).toBe('');
  expect(listed(['A'])).toBe('A');
  expect(listed(['A', 'B'])).toBe('A and B');
  expect(listed(['A', 'B', 'C'], 'or')).toBe('A, B or C');
});

test('an account is grouped in fours', () => {
  expect(groupedAccount('447108293316')).toBe('4471-0829-3316');
});

test.each([
  ['arn:aws:sts::111122223333:assumed-role/SluiceSupport/mira', 'mira as SluiceSupport'],
  [
    'arn:aws:sts::111122223333:assumed-role/AWSReservedSSO_Support_0a1b/mira@example.com',
    'mira@example.com as AWSReservedSSO_Support_0a1b',
  ],
  ['arn:aws:iam::111122223333:user/people/mira', 'user mira'],
  ['arn:aws:iam::111122223333:root', 'root'],
  ['arn:aws:sts::111122223333:federated-user/mira', 'federated-user mira'],
  ['something else', 'something else'],
])('%s is %s', (arn, name) => {
  expect(arnName(arn)).toBe(name);
});

test('a device is shown without its account', () => {
  expect(deviceName('arn:aws:iam::111122223333:mfa/mira-phone')).toBe('mira-phone');
  expect(deviceName('GAHT12345678')).toBe('GAHT12345678');
});
