import { useQuery } from '@tanstack/react-query';
import type { OpenDocument } from '#shared/contract/triage/documents.ts';
import type { Failure } from '#shared/contract/result.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { documentKey, mayReplace } from '#renderer/contract/lay-changes.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';

export interface DocumentName {
  readonly tenantId: string;
  readonly batchId: string;
  readonly documentId: string;
}

export interface DocumentReading {
  /** As it was read, with what an action has made of it since laid over. */
  readonly document: OpenDocument | undefined;
  /** Its fields and checks are of an older version than the rest. */
  readonly hasMovedOn: boolean;
  readonly failure: Failure | undefined;
  readonly reading: boolean;
  readonly readAgain: () => void;
}

/** One item by its key. */
export function useDocument(name: DocumentName): DocumentReading {
  const query = useQuery(operationOptions('documents.read', { ...name }));
  const changed = useLatest().documents.get(documentKey(name));
  useShowReceipt('document', query.data?.receipt);
  const read = query.data?.value;
  const newer =
    read !== undefined && changed !== undefined && mayReplace(read, changed) ? changed : undefined;
  return {
    document: read && { ...read, ...newer },
    hasMovedOn: newer !== undefined && newer.version !== read?.version,
    failure: query.error === null ? undefined : failureOf(query.error),
    reading: query.isFetching,
    readAgain: () => void query.refetch(),
  };
}
