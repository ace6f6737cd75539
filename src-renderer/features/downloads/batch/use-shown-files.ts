import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { useFilesOfBatch, useOpenFiles } from './use-files.ts';
import type { Files, WhichFiles } from './use-files.ts';

export interface ShownFiles {
  /** Of the whole batch, for the figures of each status. */
  readonly all: Files;
  /** Those that were asked for. */
  readonly shown: Files;
}

/** All files of a batch, and where one status or the open ones are asked for, these by a question of their own. */
export function useShownFiles(batchId: string, which: WhichFiles, isWanted: boolean): ShownFiles {
  const all = useFilesOfBatch(batchId, null, isWanted);
  const status = which === 'open' ? null : which;
  const inStatus = useFilesOfBatch(batchId, status, isWanted && status !== null);
  const open = useOpenFiles(batchId, isWanted && which === 'open');
  useShowReceipt('files', all.receipts);
  useShowReceipt('files in a status', status === null ? [] : inStatus.receipts);
  useShowReceipt('open files', which === 'open' ? open.receipts : []);
  return { all, shown: which === 'open' ? open : status === null ? all : inStatus };
}
