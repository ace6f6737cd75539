import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetPublicKeyCommand, type KMSClient } from '@aws-sdk/client-kms';

export interface OpenProvider {
  readonly url: string;
  /** The texts of the files, by their entity. */
  readonly contents: Readonly<Record<string, string>>;
  /** Files are wrapped with this key from now on. */
  useKey(kms: KMSClient, keyId: string): Promise<void>;
  readonly close: () => void;
}

const contents = {
  'fund-prices': 'isin,price\nXX0000000001,12.50\n',
  'fund-fees': 'isin,fee\nXX0000000001,0.2\n',
};

/** Offers two encrypted files on loopback, as docs/pipeline-functions.md describes a provider. */
export async function openProvider(): Promise<OpenProvider> {
  let publicKey: Uint8Array | undefined;
  const secrets = new Map(
    Object.keys(contents).map((entity) => [entity, { key: randomBytes(32), iv: randomBytes(16) }]),
  );
  const server = createServer((request, response) => {
    const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    const entity = pathname.split('/').at(-1) ?? '';
    const body =
      pathname === '/files'
        ? JSON.stringify({ files: Object.keys(contents).map((one) => offer(one, origin)) })
        : undefined;
    const file = pathname.startsWith('/bytes/') ? encrypt(entity) : undefined;
    response.writeHead(body === undefined && file === undefined ? 404 : 200).end(body ?? file ?? '');
  });
  const offer = (entity: string, origin: string): object => {
    const { key, iv } = secretOf(entity);
    if (!publicKey) throw new Error('The provider has no key yet');
    const wrapped = publicEncrypt(
      {
        key: createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' }),
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: 'sha256',
      },
      key,
    );
    return {
      entity,
      url: `${origin}/bytes/${entity}`,
      encryptedAesKey: wrapped.toString('base64'),
      encodedAesIv: iv.toString('base64'),
    };
  };
  const encrypt = (entity: string): Buffer => {
    const { key, iv } = secretOf(entity);
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    const text = (contents as Readonly<Record<string, string>>)[entity] ?? '';
    return Buffer.concat([cipher.update(text), cipher.final()]);
  };
  const secretOf = (entity: string): { key: Buffer; iv: Buffer } => {
    const secret = secrets.get(entity);
    if (!secret) throw new Error(`The provider has no file ${entity}`);
    return secret;
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    contents,
    async useKey(kms, keyId) {
      publicKey = (await kms.send(new GetPublicKeyCommand({ KeyId: keyId }))).PublicKey;
    },
    close: () => server.close(),
  };
}
