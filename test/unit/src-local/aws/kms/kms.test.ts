import { expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

const asked = { KeyId: 'key-1', EncryptionAlgorithm: 'RSAES_OAEP_SHA_256' };
const wrapped = Buffer.from('wrapped').toString('base64');

it('a key that was wrapped for this account is unwrapped', async () => {
  const { aws } = aPocketAws({
    decryptKey: async (text) => Buffer.from(`${Buffer.from(text).toString()} key`),
  });
  expect(await aws.world.call('kms', 'Decrypt', { ...asked, CiphertextBlob: wrapped })).toEqual({
    KeyId: 'arn:aws:kms:local:000000000000:key/key-1',
    Plaintext: Buffer.from('wrapped key').toString('base64'),
    EncryptionAlgorithm: 'RSAES_OAEP_SHA_256',
  });
});

it('another is refused without a reason', async () => {
  const { aws } = aPocketAws();
  const answer = aws.world.call('kms', 'Decrypt', { ...asked, CiphertextBlob: wrapped });
  await expect(answer).rejects.toMatchObject({ name: 'InvalidCiphertextException', message: '' });
});

it.each([
  [{ EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }, 'enum value set: [RSAES_OAEP_SHA_256]'],
  [{ GrantTokens: ['a'] }, "Parameter 'grantTokens' is unknown or not supported"],
])('nor is it asked with %j', async (more, reason) => {
  const { aws } = aPocketAws();
  const answer = aws.world.call('kms', 'Decrypt', { ...asked, CiphertextBlob: wrapped, ...more });
  await expect(answer).rejects.toThrow(reason);
});
