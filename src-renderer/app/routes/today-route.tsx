import { useNavigate, useSearch } from '@tanstack/react-router';
import { readActivity, writeActivity } from '#renderer/features/activity/activity-address.ts';
import { readDeadLetters, writeDeadLetters } from '#renderer/features/dead-letters/dead-letters-address.ts';
import { readDownloads, writeDownloads } from '#renderer/features/downloads/downloads-address.ts';
import { readMonitor, writeMonitor } from '#renderer/features/monitor/monitor-address.ts';
import { readReview, writeReview } from '#renderer/features/review/review-address.ts';
import type { LeadTo } from '#renderer/features/today/lead-to.ts';
import { tenantsAnchor } from '#renderer/features/today/parts/batch-tables.tsx';
import { readToday, writeToday, type TodayAddress } from '#renderer/features/today/today-address.ts';
import { TodayPage } from '#renderer/features/today/today-page.tsx';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { placeAddress } from '../place-address.ts';
import { writeSearch } from '../search-params.ts';
import { useSession } from '../session/use-session.ts';

/**
 * Connects Today to the address bar and to every other desk. The page starts empty for another connection,
 * person or sandbox.
 */
export function TodayRoute() {
  const search = useSearch({ from: '/console/today' });
  const navigate = useNavigate({ from: '/today' });
  const { connection, who, sandboxResets } = useSession();
  const address = readToday(search);

  function follow(lead: LeadTo): void {
    if (lead.desk !== 'tenants') return void navigate(leadAddress(lead, address));
    const part = document.getElementById(tenantsAnchor);
    // If no tenants are shown here, Triage opens instead and asks for a tenant.
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
          // The change is applied to the current address, so that two changes in one turn do not undo each other.
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

/** Returns the address that a number of Today leads to. `from` is the current address of Today. */
export function leadAddress(lead: LeadTo, from: TodayAddress) {
  switch (lead.desk) {
    case 'batches':
      return triage({ tenant: lead.tenant, status: lead.status });
    case 'batches-by-project':
      return triage({ tenant: lead.tenant, view: 'project' });
    case 'batch':
      return triage({ tenant: lead.tenant, batch: lead.batch, group: lead.group ?? null });
    case 'review': {
      const { tenant, olderThanMinutes, start = false } = lead;
      return {
        to: '/review',
        search: writeReview({ ...readReview({}), tenant, olderThanMinutes, start }),
      } as const;
    }
    case 'dead-letters':
      return {
        to: '/dead-letters',
        search: writeDeadLetters({ ...readDeadLetters({}), queue: lead.queue }),
      } as const;
    case 'downloads': {
      const { date, batch } = lead;
      return { to: '/downloads', search: writeDownloads({ ...readDownloads({}), date, batch }) } as const;
    }
    case 'jobs':
      return { to: '/activity', search: writeActivity({ ...readActivity({}), job: lead.job }) } as const;
    case 'alarms':
      return { to: '/monitor', search: writeMonitor(readMonitor({})) } as const;
    case 'metrics':
      return {
        to: '/monitor',
        search: writeMonitor({ ...readMonitor({}), range: '24h', group: 'throughput' }),
      } as const;
    case 'place':
      return placeAddress(lead.place);
    case 'tenant':
      return { to: '/today', search: writeToday({ ...from, tenant: lead.tenant }) } as const;
    case 'tenants':
      return { to: '/today', search: writeToday(from) } as const;
    default:
      return lead satisfies never;
  }
}

function triage(change: Partial<ReturnType<typeof readTriage>>) {
  return { to: '/triage', search: writeTriage({ ...readTriage({}), ...change }) } as const;
}
