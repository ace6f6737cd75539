import { useQuery } from '@tanstack/react-query';
import type { DownloadFile } from '#shared/contract/downloads/downloads.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';

/** The open file as the drawer beside the list has read it; asks nothing itself. */
export function useOpenFile(fileId: string | null): DownloadFile | undefined {
  const { data, error } = useQuery({
    ...operationOptions('downloads.file', { fileId: fileId ?? '' }),
    enabled: false,
  });
  // What was read before of one that is gone is nothing to act on.
  return error !== null && failureOf(error).code === 'not-found' ? undefined : data?.value;
}
