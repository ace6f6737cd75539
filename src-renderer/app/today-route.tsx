import { useNavigate, useSearch } from '@tanstack/react-router';
import type { LeadTo } from '#renderer/features/today/lead-to.ts';
import { tenantsAnchor } from '#renderer/features/today/parts/batch-tables.tsx';
import { readToday, writeToday } from '#renderer/features/today/today-address.ts';
import { TodayPage } from '#renderer/features/today/today-page.tsx';
import { leadAddress } from './lead-address.ts';
import { writeSearch } from './plain-search.ts';
import { useSession } from './session/use-session.ts';

/** Where Today meets the address bar and every other desk. Another connection, person or sandbox begins with an empty page. */
export function TodayRoute() {
  const search = useSearch({ from: '/console/today' });
  const navigate = useNavigate({ from: '/today' });
  const { connection, who, sandboxResets } = useSession();
  const address = readToday(search);

  function follow(lead: LeadTo): void {
    if (lead.desk !== 'tenants') return void navigate(leadAddress(lead, address));
    const part = document.getElementById(tenantsAnchor);
    // Where no tenant was read, the batches' page asks for one.
    if (part === null) return void navigate({ to: '/triage' });
    part.scrollIntoView({ block: 'nearest' });
    part.focus();
  }

  return (
    <TodayPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={address}
      go={(change, how = 'push') =>
        void navigate({
          // Over what the address is by then: two changes in one turn must not undo each other.
          search: (now) => writeToday({ ...readToday(now), ...change }),
          replace: how === 'replace',
        })
      }
      leads={{
        follow,
        hrefOf: (lead) => {
          const { to, search: said } = leadAddress(lead, address);
          return `${to}${writeSearch(said)}`;
        },
      }}
    />
  );
}
