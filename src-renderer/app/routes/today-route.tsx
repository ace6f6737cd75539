import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { writeActivity } from '#renderer/features/activity/address.ts';
import { writeDeadLetters } from '#renderer/features/dead-letters/address.ts';
import { writeDownloads } from '#renderer/features/downloads/address.ts';
import { writeIncidents } from '#renderer/features/incidents/address.ts';
import { writeMonitor } from '#renderer/features/monitor/address.ts';
import { writeReview } from '#renderer/features/review/address.ts';
import type { LeadTo } from '#renderer/features/today/lead-to.ts';
import { tenantsAnchor } from '#renderer/features/today/parts/tenants-part.tsx';
import { readToday, writeToday, type TodayAddress } from '#renderer/features/today/address.ts';
import { TodayPage } from '#renderer/features/today/today-page.tsx';
import { writeTriage, type TriageAddress } from '#renderer/features/triage/address.ts';
import { placeAddress } from '../place-address.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';

/**
 * Connects Today to the address bar and to every other desk. The page starts empty for another connection,
 * person or sandbox.
 */
export function TodayRoute() {
  const address = useSearch({ from: '/console/today', select: readToday });
  const navigate = useNavigate({ from: '/today' });
  const go = useGo('/today', (now, change: Partial<TodayAddress>) =>
    writeToday({ ...readToday(now), ...change }),
  );
  const router = useRouter();
  const { connection, who, sandboxResets } = useSession();

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
      go={go}
      leads={{
        follow,
        hrefOf: (lead) => {
          const { to, search } = leadAddress(lead, address);
          return router.buildLocation({ to, search }).href;
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
    case 'fleet':
      return triage({ list: lead.list, cause: lead.cause ?? null, tenant: null });
    case 'batches-by-project':
      return triage({ tenant: lead.tenant, view: 'project' });
    case 'batch':
      return triage({
        tenant: lead.tenant,
        batch: lead.batch,
        group: lead.group ?? null,
        ...(lead.isOfLeft && { documents: 'PROCESSING' }),
      });
    case 'review': {
      const { tenant, olderThanMinutes, start = false } = lead;
      return {
        to: '/review',
        search: writeReview({ tenant, olderThanMinutes, start }),
      } as const;
    }
    case 'dead-letters':
      return {
        to: '/dead-letters',
        search: writeDeadLetters({ queue: lead.queue }),
      } as const;
    case 'downloads': {
      const { date, batch } = lead;
      return { to: '/downloads', search: writeDownloads({ date, batch }) } as const;
    }
    case 'jobs':
      return { to: '/activity', search: writeActivity({ tab: 'jobs', job: lead.job }) } as const;
    case 'corrections':
      return {
        to: '/incidents',
        search: writeIncidents({ of: lead.tenant, workflow: lead.workflow }),
      } as const;
    case 'alarms':
      return { to: '/monitor', search: writeMonitor({}) } as const;
    case 'metrics':
      return {
        to: '/monitor',
        search: writeMonitor({ range: '24h', group: 'throughput' }),
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

function triage(change: Partial<TriageAddress>) {
  return { to: '/triage', search: writeTriage(change) } as const;
}
