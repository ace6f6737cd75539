import type { ReactNode } from 'react';
import { StateArt } from './state-art.tsx';
import { StateCard } from './state-card.tsx';

export interface EmptyStateProps {
  /** Says what there is none of: "No failed batches for Kestrel Foods". */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <StateCard art={<StateArt name="calm" />} title={title} actions={actions}>
      {children}
    </StateCard>
  );
}
