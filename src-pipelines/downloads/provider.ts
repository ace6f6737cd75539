/** A file as its owner offers it: where to fetch it, for half an hour, and what it is locked with. */
export interface OfferedFile {
  readonly entity: string;
  readonly url: string;
  /** Base64: the file's AES key, wrapped with our public key. */
  readonly encryptedAesKey: string;
  /** Base64. */
  readonly encodedAesIv: string;
}

/** The provider owns the files and holds our private key. Every call rejects when it does not answer. */
export interface Provider {
  /** Lists all files of a day, `YYYY-MM-DD`. */
  listFiles(date: string): Promise<readonly OfferedFile[]>;
  /** A fresh address and a fresh key for one that was offered before. Undefined: it is not offered any more. */
  offerAgain(entity: string, date: string): Promise<OfferedFile | undefined>;
  fetch(url: string): Promise<{ readonly status: number; readonly body: Uint8Array }>;
  /** The AES key itself. */
  unwrap(encryptedAesKey: string): Promise<Uint8Array>;
}
