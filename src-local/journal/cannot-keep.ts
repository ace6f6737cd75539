/** A change is in memory and cannot be written: the disk is full or the folder has become read-only. */
export class CannotKeep extends Error {
  constructor(folder: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `Nothing more can be kept in ${folder}: ${why}. Make room there; the change can be made again then.`,
      { cause },
    );
  }
}
