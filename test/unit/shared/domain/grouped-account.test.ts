import { expect, test } from 'vitest';
import { groupedAccount } from '#shared/domain/grouped-account.ts';

test('an account is grouped in fours', () => {
  expect(groupedAccount('447108293316')).toBe('4471-0829-3316');
});
