import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { StateCard } from './state-card.tsx';
import styles from './state-card.module.css';

export interface RefusalCardProps {
  /** The question as it was asked. */
  readonly question: string;
  /** The index that would be needed to answer it. */
  readonly needs: string;
  readonly nearest?: string | undefined;
  readonly asked?: number | undefined;
  readonly actions?: ReactNode;
}

/** What no index can answer is refused by name instead of answered with a scan. */
export function RefusalCard({ question, needs, nearest, asked, actions }: RefusalCardProps) {
  return (
    <StateCard
      start
      art={
        <span className={styles.mark}>
          <Icon name="ban" />
        </span>
      }
      title="No index answers this"
      actions={actions}
    >
      <p>“{question}”</p>
      <p>It would need {needs}.</p>
      {nearest === undefined && asked === undefined ? null : (
        <p className={styles.small}>
          {nearest === undefined ? '' : `Nearest is ${nearest}. `}
          {asked === undefined ? '' : askedWords(asked)}
        </p>
      )}
    </StateCard>
  );
}

function askedWords(asked: number): string {
  return asked === 1
    ? 'First time this was asked.'
    : `Asked ${String(asked)} times, counted on the Explorer page.`;
}
