import type { Result } from '#shared/contract/result.ts';

export interface FileRead {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}

/** The files of a connection's documents, in its one bucket for them; by GetObject, and no other word. */
export interface DocumentFiles {
  /** Refused without being read where it is larger than `mostBytes`. */
  read(objectKey: string, mostBytes: number): Promise<Result<FileRead>>;
}
