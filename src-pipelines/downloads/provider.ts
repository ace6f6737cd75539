/** A file as its owner offers it: where to fetch it, for half an hour, and what it is locked with. */
export interface OfferedFile {
  readonly entity: string;
  readonly url: string;
  /** Base64: the file's AES key, wrapped with our public key. */
  readonly encryptedAesKey: string;
  /** Base64. */
  readonly encodedAesIv: string;
}

/** The provider owns the files, and locks each with our public key. Every call rejects when there is no answer. */
export interface Provider {
  /** Lists all files of a day, `YYYY-MM-DD`. */
  listFiles(date: string): Promise<readonly OfferedFile[]>;
  /** A fresh address and a fresh key for one that was offered before. Undefined: it is not offered any more. */
  offerAgain(entity: string, date: string): Promise<OfferedFile | undefined>;
  fetch(url: string): Promise<{ readonly status: number; readonly body: Uint8Array }>;
  /** The AES key itself. */
  unwrap(encryptedAesKey: string): Promise<Uint8Array>;
}

type ProviderProblemCode =
  | 'ProviderUnreachable'
  | 'ProviderTimeout'
  | 'ProviderRefused'
  /** It answered, and not as docs/pipeline-functions.md describes it. */
  | 'ProviderMalformed'
  | 'FileTooLarge'
  | 'KeyNotUnwrapped'
  | 'KeyServiceUnavailable';

/** Its message has no address and no key: an address is a secret for half an hour. */
export class ProviderProblem extends Error {
  override readonly name: ProviderProblemCode;

  constructor(code: ProviderProblemCode, message: string) {
    super(message);
    this.name = code;
  }
}
