import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { OpenedPane } from '#renderer/ui/pane/opened-pane.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import styles from './file-drawer.module.css';
import { FileFailure } from './file-failure.tsx';
import { OpenFile } from './open-file.tsx';
import type { OpenFileProps } from './open-file.tsx';

interface FileDrawerProps extends Omit<OpenFileProps, 'file'> {
  readonly fileId: string;
  readonly onClose: () => void;
  /** To the file after it, or before it. */
  readonly onStep: (by: 1 | -1) => void;
}

/** One file looked at closely, as the table has it now. */
export function FileDrawer({ fileId, onClose, onStep, ...rest }: FileDrawerProps) {
  const query = useQuery(operationOptions('downloads.file', { fileId }));
  useShowReceipt('file', query.data?.receipt);
  usePageKeys({ j: () => onStep(1), k: () => onStep(-1) });
  const failure = query.error === null ? undefined : failureOf(query.error);
  // What was read before of one that is gone is nothing to act on.
  const file = failure?.code === 'not-found' ? undefined : query.data?.value;
  return (
    <OpenedPane
      label="File"
      title={fileId}
      copyText={fileId}
      copyLabel="Copy the FileID"
      closeLabel="Close the file"
      onClose={onClose}
    >
      <div ref={makeScrollReachable} className={styles.body}>
        {file === undefined && failure === undefined ? (
          <SkeletonRows rows={8} label="Reading the file" />
        ) : null}
        {failure === undefined ? null : (
          <FileFailure
            failure={failure}
            title={file === undefined ? 'The file was not read' : 'The file was not read again'}
            notDone={
              file === undefined
                ? 'Nothing of it is shown, and nothing was changed.'
                : 'What was read before is shown, and nothing was changed.'
            }
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {file === undefined ? null : <OpenFile key={fileId} file={file} {...rest} />}
      </div>
    </OpenedPane>
  );
}
