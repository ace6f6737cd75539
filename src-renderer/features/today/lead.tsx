import { createContext, useContext, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import type { LeadTo } from './lead-to.ts';
import styles from './lead.module.css';

interface LeadProps {
  readonly to: LeadTo;
  readonly children: ReactNode;
  /** Says what opens, where the words alone do not. */
  readonly label?: string | undefined;
  readonly title?: string | undefined;
  /** Over all of its row, which is then one target; J and K go from row to row. */
  readonly isRow?: boolean | undefined;
  /** A word that leads somewhere, beside others that do not. */
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

/** In a tab or window of its own: that is the browser's. */
export function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

/** Where leads end: app/ knows the pages. */
export interface Leads {
  /** An address that can be copied and opened beside this one. */
  readonly hrefOf: (to: LeadTo) => string;
  readonly follow: (to: LeadTo) => void;
}

export const LeadsContext = createContext<Leads | null>(null);

export function useLeads(): Leads {
  const leads = useContext(LeadsContext);
  if (leads === null) throw new Error('A lead needs the page of Today above it.');
  return leads;
}
