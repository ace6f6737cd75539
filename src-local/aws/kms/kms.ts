import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { bindOperation, jsonService, type JsonService } from '../protocol/operation.ts';
import { blob, required, string, structure } from '../protocol/shapes.ts';

/** The private half of the keys of this world. Returns undefined for what was encrypted with another key. */
export type DecryptKey = (ciphertext: Uint8Array) => Promise<Uint8Array | undefined>;

interface KmsEngine {
  readonly world: World;
  readonly decryptKey: DecryptKey;
}

const operation = bindOperation<KmsEngine>();

/** https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html */
const decrypt = operation({
  name: 'Decrypt',
  input: structure({
    CiphertextBlob: required(blob()),
    KeyId: required(string({ min: 1, max: 2_048 })),
    EncryptionAlgorithm: required(string({ oneOf: ['RSAES_OAEP_SHA_256'] })),
  }),
  async run({ world, decryptKey }, { CiphertextBlob, KeyId, EncryptionAlgorithm }) {
    const plain = await decryptKey(Buffer.from(CiphertextBlob, 'base64'));
    // AWS gives no reason, so that nothing can be learnt from it.
    if (!plain) throw new AwsError('InvalidCiphertextException', '');
    const arn = `arn:aws:kms:${world.region}:${world.account}:key/${KeyId}`;
    return {
      KeyId: KeyId.startsWith('arn:') ? KeyId : arn,
      Plaintext: Buffer.from(plain).toString('base64'),
      EncryptionAlgorithm,
    };
  },
});

/** AWS KMS as far as functions call it: they unwrap keys that were wrapped for this account. */
export function kms(world: World, decryptKey: DecryptKey = () => Promise.resolve(undefined)): JsonService {
  return jsonService({
    name: 'kms',
    target: 'TrentService',
    jsonVersion: '1.1',
    engine: { world, decryptKey },
    operations: [decrypt],
  });
}
