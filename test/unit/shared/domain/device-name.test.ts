import { expect, test } from 'vitest';
import { deviceName } from '#shared/domain/device-name.ts';

test('a device is named without its account', () => {
  expect(deviceName('arn:aws:iam::111122223333:mfa/mira-phone')).toBe('mira-phone');
  expect(deviceName('GAHT12345678')).toBe('GAHT12345678');
});
