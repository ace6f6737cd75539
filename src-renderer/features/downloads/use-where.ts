import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { dayIn } from './downloads-address.ts';
import type { DownloadsAddress } from './downloads-address.ts';

export interface Where {
  readonly day: string;
  readonly batchId: string | null;
  /** A link that names no day leads to the one of its batch or file, once that is read. */
  readonly isFinding: boolean;
}

export function useWhere({ date, batch, file, standing }: DownloadsAddress, today: string): Where {
  const namesNoDay = date === null && standing === null;
  const isFileAlone = namesNoDay && batch === null && file !== null;
  const fileRead = useQuery({
    ...operationOptions('downloads.file', { fileId: file ?? '' }),
    enabled: isFileAlone,
  });
  const batchId = batch ?? (isFileAlone ? (fileRead.data?.value.batchId ?? null) : null);
  const isBatchAlone = namesNoDay && batchId !== null;
  const batchRead = useQuery({
    ...operationOptions('downloads.batch', { batchId: batchId ?? '' }),
    enabled: isBatchAlone,
  });
  useShowReceipt('file of the address', isFileAlone ? fileRead.data?.receipt : undefined);
  useShowReceipt('batch of the address', isBatchAlone ? batchRead.data?.receipt : undefined);
  return {
    day: date ?? (isBatchAlone ? dayIn(batchRead.data?.value.date) : null) ?? today,
    batchId,
    isFinding: (isFileAlone && fileRead.isPending) || (isBatchAlone && batchRead.isPending),
  };
}
