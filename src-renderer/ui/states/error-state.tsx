import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { CopyButton } from '../copy-button/copy-button.tsx';
import { StateArt } from './state-art.tsx';
import { StateCard } from './state-card.tsx';
import styles from './state-card.module.css';

export interface ErrorStateProps {
  readonly title: string;
  readonly happened: string;
  /** What this error kept from being done, so that nobody has to guess or look. */
  readonly notDone: string;
  readonly next: string;
  /** Finds the failure in the log. */
  readonly reference?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
  readonly actions?: ReactNode;
}

export function ErrorState(props: ErrorStateProps) {
  const { title, happened, notDone, next, reference, onRetry, retrying, actions } = props;
  return (
    <StateCard
      art={<StateArt name="stopped" />}
      title={title}
      role="alert"
      actions={
        <>
          {onRetry === undefined ? null : (
            <Button size="sm" icon="retry" loading={retrying} onClick={onRetry}>
              Try again
            </Button>
          )}
          {actions}
        </>
      }
    >
      <p>{happened}</p>
      <p>{notDone}</p>
      <p>
        <strong>{next}</strong>
      </p>
      {reference === undefined || reference === '' ? null : (
        <p className={styles.reference}>
          Reference <code>{reference}</code>
          <CopyButton text={reference} label="Copy the reference" />
        </p>
      )}
    </StateCard>
  );
}
