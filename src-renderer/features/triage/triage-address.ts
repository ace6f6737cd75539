import type { ReactNode } from 'react';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { WorkflowKey } from '#shared/contract/workflows.ts';
import {
  batchStatuses,
  documentStatuses,
  type BatchStatus,
  type DocumentStatus,
} from '#shared/domain/statuses.ts';

/** The view of a tenant's list. */
const tenantViews = ['status', 'project', 'workflows', 'people'] as const;
type TenantView = (typeof tenantViews)[number];

const batchParts = ['documents', 'timeline', 'deliveries', 'cost', 'item'] as const;
export type BatchPart = (typeof batchParts)[number];

const documentLooks = ['fields', 'passport', 'stages', 'item'] as const;
export type DocumentLook = (typeof documentLooks)[number];

/** Everything that can be shared as a link: where one is, tabs, filter and a selection that is not too long. */
export interface TriageAddress {
  readonly tenant: string | null;
  readonly view: TenantView;
  /** The status of the list by status. */
  readonly status: BatchStatus;
  /** The project of the list by project and of the workflows. */
  readonly project: string | null;
  /** Filters what is loaded of the tenant's lists. */
  readonly list: string;
  readonly batch: string | null;
  readonly part: BatchPart;
  /** Which documents of the batch; null: whichever tells most of this batch. */
  readonly documents: DocumentStatus | 'all' | null;
  /** A failure group of the batch. */
  readonly group: string | null;
  readonly filter: string;
  readonly selected: readonly string[];
  readonly document: string | null;
  /** The open tab of the document; null for the one that says most about it. */
  readonly look: DocumentLook | null;
  /** A run of the batch whose execution is open; null: the newest. */
  readonly run: number | null;
}

export type GoTriage = (change: Partial<TriageAddress>, how?: 'push' | 'replace') => void;

export function readTriage(search: Readonly<Record<string, unknown>>): TriageAddress {
  const text = (name: string): string | null => {
    const value = search[name];
    return typeof value === 'string' && value !== '' && value.length <= longest ? value : null;
  };
  const status = text('status');
  const documents = text('documents');
  return {
    tenant: text('tenant'),
    view: tenantViews.find((view) => view === text('view')) ?? 'status',
    status: batchStatuses.find((one) => one === status) ?? 'FAILED',
    project: text('project'),
    list: text('list') ?? '',
    batch: text('batch'),
    part: batchParts.find((part) => part === text('part')) ?? 'documents',
    documents: documents === 'all' ? 'all' : (documentStatuses.find((one) => one === documents) ?? null),
    group: text('group'),
    filter: text('filter') ?? '',
    selected: (text('selected') ?? '').split(' ').filter((id) => id !== ''),
    document: text('document'),
    look: documentLooks.find((look) => look === text('look')) ?? null,
    run: /^[1-9]\d{0,5}$/.test(text('run') ?? '') ? Number(text('run')) : null,
  };
}

export function writeTriage(address: TriageAddress): Readonly<Record<string, string>> {
  const { tenant, view, status, project, list, batch } = address;
  const { part, documents, group, filter, selected, document, look, run } = address;
  const chosen = selected.join(' ');
  const entries: readonly (readonly [string, string | null])[] = [
    ['tenant', tenant],
    ['view', view === 'status' ? null : view],
    ['status', status === 'FAILED' ? null : status],
    ['project', project],
    ['list', list],
    ['batch', batch],
    ['part', part === 'documents' ? null : part],
    ['documents', documents],
    ['group', group],
    ['filter', filter],
    // A longer one stays in the window: addresses have an end.
    ['selected', chosen.length > longest ? null : chosen],
    ['document', document],
    ['look', document === null ? null : look],
    ['run', run === null ? null : String(run)],
  ];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  );
}

const longest = 2_000;

export interface TriagePageProps {
  readonly address: TriageAddress;
  readonly go: GoTriage;
  /** The raw item of a batch or document with its keys explained: the Explorer's, brought in by app/. */
  readonly renderItem: (question: RawItemQuestion) => ReactNode;
  /** Opens a document that waits for review on the desk; for who may. */
  readonly review?: ((key: ReviewKey) => void) | undefined;
  /** Leads to a workflow's thresholds. */
  readonly onOpenWorkflow?: ((key: WorkflowKey) => void) | undefined;
  /** Looks an id of any kind up by its own index. */
  readonly find?: ((id: string) => void) | undefined;
}

export interface RawItemQuestion {
  readonly pattern: 'batchByKey' | 'documentById';
  readonly params: Readonly<Record<string, string>>;
}
