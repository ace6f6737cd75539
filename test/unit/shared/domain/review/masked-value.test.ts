import { expect, test } from 'vitest';
import { maskAccountNumber } from '#shared/domain/review/masked-value.ts';

test.each([
  ['iban', 'DE89 3704 0044 0532 0130 00', 'DE •••• 3000'],
  ['iban', 'gb33bukb20201555555555', 'GB •••• 5555'],
  ['iban', '12345678', '•••• 5678'],
  // The schema may call it a text.
  ['text', 'NO93 8601 1117 947', 'NO •••• 7947'],
  [null, 'DE89370400440532013000', 'DE •••• 3000'],
])('an account number of the type %s is hidden but for its end: %s', (type, value, masked) => {
  expect(maskAccountNumber(type, value)).toBe(masked);
});

test.each([
  ['text', 'Nordwind Logistik GmbH'],
  ['text', 'HPF-42441'],
  ['vat', 'GB 513 3800 23'],
  ['money', '1,055.82'],
  ['iban', 'not found'],
  ['iban', '4711'],
  ['iban', ''],
])('other values stay as they are: %s %s', (type, value) => {
  expect(maskAccountNumber(type, value)).toBe(value);
});
