import type { DocumentFiles } from './document-files.ts';

/** The SDK for S3 is loaded by the first who opens a file, and not before. */
export function lateFiles(open: () => Promise<DocumentFiles>): DocumentFiles {
  let opening: Promise<DocumentFiles> | undefined;
  return {
    async read(objectKey, mostBytes, bucket) {
      opening ??= open();
      return (await opening).read(objectKey, mostBytes, bucket);
    },
  };
}
