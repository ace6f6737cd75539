import { readActivity, writeActivity } from '#renderer/features/activity/address.ts';
import { readIncidents, writeIncidents } from '#renderer/features/incidents/address.ts';
import { readTriage, writeTriage, type TriageAddress } from '#renderer/features/triage/address.ts';
import { writeWorkflows } from '#renderer/features/workflows/address.ts';
import type { OpenedPlace } from '#shared/contract/lookup.ts';

/** Everything that a row of find leads to. What was opened lately is kept; the others are found by name. */
export type FoundPlace =
  | OpenedPlace
  | { readonly kind: 'group'; readonly tenantId: string; readonly batchId: string; readonly cause: string }
  | { readonly kind: 'project'; readonly tenantId: string; readonly projectId: string }
  | {
      readonly kind: 'workflow';
      readonly tenantId: string;
      readonly projectId: string;
      readonly workflowId: string;
    }
  | { readonly kind: 'person'; readonly personId: string };

export function addressOfPlace(place: FoundPlace) {
  switch (place.kind) {
    case 'cause':
      return { to: '/incidents', search: writeIncidents({ cause: place.cause }) } as const;
    case 'job':
      return { to: '/activity', search: writeActivity({ job: place.jobId }) } as const;
    case 'person':
      return { to: '/activity', search: writeActivity({ person: place.personId }) } as const;
    case 'workflow': {
      const { tenantId: tenant, projectId: project, workflowId: workflow } = place;
      return { to: '/workflows', search: writeWorkflows({ tenant, project, workflow }) } as const;
    }
    default:
      return { to: '/triage', search: writeTriage(toTriage(place)) } as const;
  }
}

type InTriage = Extract<FoundPlace, { readonly tenantId: string }>;

function toTriage(place: Exclude<InTriage, { readonly kind: 'workflow' }>): Partial<TriageAddress> {
  const tenant = place.tenantId;
  switch (place.kind) {
    case 'tenant':
      return { tenant };
    case 'project':
      return { tenant, view: 'project', project: place.projectId };
    case 'batch':
      return { tenant, batch: place.batchId };
    case 'document':
      return { tenant, batch: place.batchId, document: place.documentId };
    case 'execution':
      return { tenant, batch: place.batchId, part: 'timeline', run: place.run };
    case 'group':
      return { tenant, batch: place.batchId, documents: 'FAILED', group: place.cause };
    default:
      return place satisfies never;
  }
}

type Search = Readonly<Record<string, unknown>>;

/** Returns what an address shows that is worth finding again, or null. */
export function findOpenedPlace(pathname: string, search: Search): OpenedPlace | null {
  switch (pathname.toLowerCase()) {
    case '/triage': {
      const { tenant: tenantId, batch: batchId, document: documentId, part, run } = readTriage(search);
      if (tenantId === null) return null;
      if (batchId === null) return { kind: 'tenant', tenantId };
      if (documentId !== null) return { kind: 'document', tenantId, batchId, documentId };
      if (part === 'timeline' && run !== null) return { kind: 'execution', tenantId, batchId, run };
      return { kind: 'batch', tenantId, batchId };
    }
    case '/incidents': {
      const { cause } = readIncidents(search);
      return cause === null ? null : { kind: 'cause', cause };
    }
    case '/activity': {
      const { job } = readActivity(search);
      return job === null ? null : { kind: 'job', jobId: job };
    }
    default:
      return null;
  }
}
