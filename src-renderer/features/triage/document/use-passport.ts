import { useInfiniteQuery } from '@tanstack/react-query';
import type { PassportEvent } from '#shared/contract/triage/documents.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import type { Pages } from '../parts/use-pages.ts';
import { pagesOf } from '../parts/use-pages.ts';
import type { DocumentName } from './use-document.ts';

const eventsPerPage = 50;

/** Everything that happened to it, newest first; read once somebody wants to know. */
export function usePassport({ tenantId, documentId }: DocumentName, wanted: boolean): Pages<PassportEvent> {
  const pages = pagesOf(
    useInfiniteQuery({
      ...pagedOptions('documents.passport', { tenantId, documentId, pageSize: eventsPerPage }),
      enabled: wanted,
    }),
  );
  useShowReceipt('passport', pages.receipts);
  return pages;
}
