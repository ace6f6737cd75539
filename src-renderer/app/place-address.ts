import { writeCosts } from '#renderer/features/costs/address.ts';
import { writeDeadLetters } from '#renderer/features/dead-letters/address.ts';
import { writeDownloads } from '#renderer/features/downloads/address.ts';
import { readMonitor, writeMonitor } from '#renderer/features/monitor/address.ts';
import { writeReview } from '#renderer/features/review/address.ts';
import { writeTriage } from '#renderer/features/triage/address.ts';
import { writeWorkflows } from '#renderer/features/workflows/address.ts';
import type { ConnectionFormAddress } from '#renderer/features/settings/connections/connection-list.tsx';
import type { Place } from '#shared/contract/monitor.ts';
import { recogniseId, type IdKind } from '#shared/domain/recognise-id.ts';

/** Returns the address of a page below the settings of connections. */
export function connectionFormPlace(form: ConnectionFormAddress) {
  if (form.page === 'import') return { to: '/settings/import' } as const;
  if (!('connectionId' in form)) return { to: '/settings/connection', search: {} } as const;
  const search = form.page === 'edit' ? { edit: form.connectionId } : { like: form.connectionId };
  return { to: '/settings/connection', search } as const;
}

/** Returns the address of the desk that an alarm, a notice or a number points to. They are about all tenants. */
export function placeAddress(place: Place) {
  switch (place.desk) {
    case 'dead-letters':
      return {
        to: '/dead-letters',
        search: writeDeadLetters({ queue: place.queue }),
      } as const;
    case 'triage':
      return { to: '/triage', search: writeTriage({ status: place.status, tenant: null }) } as const;
    case 'review':
      return { to: '/review', search: writeReview({ tenant: null }) } as const;
    case 'downloads':
      return {
        to: '/downloads',
        search: writeDownloads({ standing: place.standing }),
      } as const;
    case 'costs':
      return {
        to: '/costs',
        search: writeCosts({ view: 'month', tenant: place.tenant, workflow: place.workflow }),
      } as const;
    case 'objective': {
      const { tenant, project, workflow } = place;
      return {
        to: '/workflows',
        search: writeWorkflows({ tenant, project, workflow, part: 'objective' }),
      } as const;
    }
    case 'batches': {
      const { tenant, project, workflow } = place;
      return {
        to: '/triage',
        search: writeTriage({ tenant, view: 'project', project, rows: workflow }),
      } as const;
    }
    default:
      return {
        to: '/monitor',
        search: writeMonitor(readMonitor({ group: place.group, alarm: place.alarm })),
      } as const;
  }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** This holds the text that is looked up when it may not stand in the address. */
    readonly pasted?: string;
    /** Set if a search with a named price was chosen, so that it needs no second press. A link never carries it. */
    readonly searches?: boolean;
  }
}

/** Returns the address of a lookup. An e-mail address is kept out of it, because browsers store addresses. */
export function findPlace(id: string, as?: IdKind, searches = false) {
  const isPersonal = as === 'e-mail' || recogniseId(id)?.kind === 'e-mail';
  const kind = as === undefined ? {} : { as };
  return {
    to: '/find',
    search: isPersonal ? kind : { id, ...kind },
    state: { ...(isPersonal && { pasted: id }), ...(searches && { searches }) },
  } as const;
}
