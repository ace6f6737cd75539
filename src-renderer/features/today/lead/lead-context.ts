import { createContext, useContext } from 'react';
import type { LeadTo } from './lead-to.ts';

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
