import { expect, test } from 'vitest';
import { arnName } from '#shared/domain/arn-name.ts';

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
