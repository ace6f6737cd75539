import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { CopyButton } from '../copy-button/copy-button.tsx';
import { StateArt } from './state-art.tsx';
import { StateCard } from './state-card.tsx';

export interface NoPermissionStateProps {
  /** "This role may not read GSI2". */
  readonly title: string;
  readonly children: ReactNode;
  /** What an administrator needs to read, ready to paste. */
  readonly forAdmin?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

export function NoPermissionState({ title, children, forAdmin, onRetry }: NoPermissionStateProps) {
  return (
    <StateCard
      art={<StateArt name="locked" />}
      title={title}
      role="alert"
      actions={
        <>
          {forAdmin === undefined ? null : (
            <CopyButton text={forAdmin} label="Copy the missing permission" visibleLabel="Copy for admin" />
          )}
          {onRetry === undefined ? null : (
            <Button size="sm" variant="ghost" icon="retry" onClick={onRetry}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <p>{children}</p>
    </StateCard>
  );
}

export interface ExpiredLoginStateProps {
  /** When it ended, already in words: "at 14:02". */
  readonly when: string;
  /** What is safe meanwhile: "Drafts and running plans are kept." */
  readonly kept: string;
  readonly onSignIn: () => void;
  readonly signingIn?: boolean | undefined;
}

export function ExpiredLoginState({ when, kept, onSignIn, signingIn }: ExpiredLoginStateProps) {
  return (
    <StateCard
      art={<StateArt name="expired" />}
      title={`Sign-in expired ${when}`}
      role="alert"
      actions={
        <Button size="sm" icon="key" onClick={onSignIn} loading={signingIn}>
          Sign in again
        </Button>
      }
    >
      <p>Nothing was read or changed after that. {kept}</p>
    </StateCard>
  );
}
