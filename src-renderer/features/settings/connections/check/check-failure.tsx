import type { Failure } from '#shared/contract/result.ts';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import styles from './check-part.module.css';

interface CheckFailureProps {
  readonly failure: Failure;
  readonly hasReport: boolean;
}

/** Why there is no report of this check; the one before it stays. */
export function CheckFailure({ failure, hasReport }: CheckFailureProps) {
  const { message, reference } = failure;
  return (
    <div className={styles.failure}>
      <Note tone="bad" live>
        <b>The connection was not checked.</b> {message}{' '}
        {hasReport ? 'What an earlier check found stands below.' : 'Nothing of it was read.'}
        {reference === '' ? null : (
          <span className={styles.reference}>
            Reference <code>{reference}</code>
            <CopyButton text={reference} label="Copy the reference" />
          </span>
        )}
      </Note>
    </div>
  );
}
