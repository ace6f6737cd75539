import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { documentKey } from '#renderer/contract/lay-changes.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import styles from './message-drawer.module.css';

export interface DocumentStatusProps {
  readonly name: { readonly tenantId: string; readonly batchId: string; readonly documentId: string };
}

/** Read by its key, with what a job has made of it since laid over. */
export function DocumentStatus({ name }: DocumentStatusProps) {
  const query = useQuery(operationOptions('documents.read', { ...name }));
  useShowReceipt('linked document', query.data?.receipt);
  const changed = useLatest().documents.get(documentKey(name));
  const status = (changed ?? query.data?.value)?.status;
  if (status !== undefined && status !== null) return <StatusBadge status={status} />;
  if (query.error === null) {
    return <span className={styles.quiet}>{status === null ? 'no known status' : ''}</span>;
  }
  const { code, message } = failureOf(query.error);
  return (
    <span className={styles.quiet} title={message}>
      {code === 'not-found' ? 'not in its batch' : 'could not be read'}
    </span>
  );
}
