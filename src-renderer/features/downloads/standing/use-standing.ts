import { useInfiniteQuery } from '@tanstack/react-query';
import type { StandingKind } from '#shared/contract/downloads/downloads.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { useAsFiles } from '../batch/use-files.ts';
import type { Files } from '../batch/use-files.ts';

/** One key condition of StatusIndex, and no filter: how old is part of the key. */
export function useStanding(kind: StandingKind, minutes: number): Files {
  const files = useAsFiles(useInfiniteQuery(pagedOptions('downloads.standing', { kind, minutes, pageSize })));
  useShowReceipt('standing', files.receipts);
  return files;
}

const pageSize = 200;
