import type { Result } from '#shared/contract/result.ts';

export interface FileRead {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}

/** The files of a connection's documents, in its one bucket for them; by GetObject, and no other word. */
export interface DocumentFiles {
  /**
   * Refused without being read where it is larger than `mostBytes`.
   * @param bucket where an item says it lies; any other than the connection's own is refused
   */
  read(objectKey: string, mostBytes: number, bucket?: string): Promise<Result<FileRead>>;
}
