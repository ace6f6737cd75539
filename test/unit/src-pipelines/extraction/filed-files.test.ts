import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { FileUnusable, openSources } from '#pipelines/extraction/filed-files.ts';
import type { PipelineParts } from '#pipelines/parts.ts';

describe('a file that is filed as it is', () => {
  it.each([
    ['is in the standard class', {}],
    ['is tiered and often read', { StorageClass: 'INTELLIGENT_TIERING' }],
    ['can be read at once', { StorageClass: 'GLACIER_IR' }],
    ['was restored from the archive', { StorageClass: 'GLACIER', Restore: restoredUntil('Fri') }],
    ['was restored from the deep archive', { StorageClass: 'DEEP_ARCHIVE', Restore: restoredUntil('Mon') }],
  ] as const)('is copied where it %s', async (_, head) => {
    expect(await openSources(partsWith(head)).make([source])).toEqual({ copyOf: source.key });
  });

  it.each([
    ['is in the archive', { StorageClass: 'GLACIER' }],
    ['was not read for long', { StorageClass: 'INTELLIGENT_TIERING', ArchiveStatus: 'ARCHIVE_ACCESS' }],
    ['is being restored', { StorageClass: 'DEEP_ARCHIVE', Restore: 'ongoing-request="true"' }],
  ] as const)('is refused with what to do where it %s', async (_, head) => {
    const made = openSources(partsWith(head)).make([source]);
    await expect(made).rejects.toThrow(FileUnusable);
    await expect(made).rejects.toThrow('The file of scan.pdf is in the archive. Restore it in S3 first.');
  });
});

const source = { key: 'alder/scan.pdf', fileName: 'scan.pdf' };

/** S3 writes this header of a restored object. */
function restoredUntil(day: string): string {
  return `ongoing-request="false", expiry-date="${day}, 21 Dec 2026 00:00:00 GMT"`;
}

/** Only the class of the object differs, which the embedded S3 does not have. */
function partsWith(head: Partial<HeadObjectCommandOutput>): PipelineParts {
  return {
    clients: { s3: { send: () => Promise.resolve(head) } },
    names: { extraction: { documentsBucket: 'documents' } },
  } as unknown as PipelineParts;
}
