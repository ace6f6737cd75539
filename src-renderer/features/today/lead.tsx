import { createContext, useContext, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import type { LeadTo } from './lead-to.ts';
import styles from './today.module.css';

interface LeadProps {
  readonly to: LeadTo;
  readonly children: ReactNode;
  /** Names the target where the visible text alone does not. */
  readonly label?: string | undefined;
  readonly title?: string | undefined;
  /** Makes the whole row one target; J and K move from row to row. */
  readonly isRow?: boolean | undefined;
  /** Marks a word that is a link among words that are not. */
  readonly isWord?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A link to the list behind a number. */
export function Lead({ to, children, label, title, isRow, isWord, className }: LeadProps) {
  const { hrefOf, follow } = useLeads();
  return (
    <a
      href={hrefOf(to)}
      className={classNames(styles.lead, isRow && styles.row, isWord && styles.word, className)}
      aria-label={label}
      title={title}
      data-row={isRow || undefined}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        follow(to);
      }}
    >
      {children}
    </a>
  );
}

/** The browser handles a link that opens in another tab or window. */
export function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

/** The targets of links, which are resolved in app/ because it knows the pages. */
export interface Leads {
  /** Returns an address that can be copied or opened in another window. */
  readonly hrefOf: (to: LeadTo) => string;
  readonly follow: (to: LeadTo) => void;
}

export const LeadsContext = createContext<Leads | null>(null);

export function useLeads(): Leads {
  const leads = useContext(LeadsContext);
  if (leads === null) throw new Error('A lead needs the page of Today above it.');
  return leads;
}
