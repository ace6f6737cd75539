interface Begun {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** These two are Node's own. */
interface NodeCrypto {
  createHash(algorithm: string): Begun;
  createHmac(algorithm: string, key: string | Uint8Array): Begun;
}

type Secret = string | ArrayBuffer | ArrayBufferView;

/** A client of the SDK takes these in its settings. */
export interface SdkHash {
  update(data: Uint8Array): void;
  digest(): Promise<Uint8Array>;
  reset(): void;
}
export type SdkHashClass = new (secret?: Secret) => SdkHash;

/**
 * Gives the SDK hashes that are read once. Its own copy a hash to read it, and Electron never gives a copy's memory back:
 * 128 bytes for each hash, of which a request needs two.
 */
export function makeSdkHashes(crypto: NodeCrypto): {
  readonly sha256: SdkHashClass;
  readonly md5: SdkHashClass;
} {
  return { sha256: makeHashClass('sha256', crypto), md5: makeHashClass('md5', crypto) };
}

function makeHashClass(algorithm: string, crypto: NodeCrypto): SdkHashClass {
  const begin = (secret: Secret | undefined): Begun =>
    secret === undefined ? crypto.createHash(algorithm) : crypto.createHmac(algorithm, toKey(secret));

  return class implements SdkHash {
    readonly #secret: Secret | undefined;
    #begun: Begun;
    #digest: Uint8Array | undefined;

    constructor(secret?: Secret) {
      this.#secret = secret;
      this.#begun = begin(secret);
    }

    update(data: Uint8Array): void {
      this.#begun.update(data);
    }

    digest(): Promise<Uint8Array> {
      this.#digest ??= new Uint8Array(this.#begun.digest());
      return Promise.resolve(this.#digest);
    }

    reset(): void {
      this.#begun = begin(this.#secret);
      this.#digest = undefined;
    }
  };
}

function toKey(secret: Secret): string | Uint8Array {
  if (typeof secret === 'string') return secret;
  if (ArrayBuffer.isView(secret)) return new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength);
  return new Uint8Array(secret);
}
