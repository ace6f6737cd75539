import type { ReactNode } from 'react';
import {
  choice,
  chosenTenant,
  defineAddress,
  list,
  number,
  parameter,
  shapeText,
  text,
} from '#renderer/contract/page-address.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { WorkflowKey } from '#shared/contract/workflows.ts';
import { batchStatuses, documentStatuses } from '#shared/domain/statuses.ts';

/** The view of a tenant's list. */
const tenantViews = ['status', 'project', 'workflows', 'people'] as const;

const batchParts = ['documents', 'timeline', 'deliveries', 'cost', 'activity', 'item'] as const;
export type BatchPart = (typeof batchParts)[number];

/** The parts of an execution. */
const executionParts = ['overview', 'events', 'attempts'] as const;
export type ExecutionPart = (typeof executionParts)[number];

const documentLooks = ['fields', 'passport', 'stages', 'compare', 'activity', 'item'] as const;
export type DocumentLook = (typeof documentLooks)[number];

/** The lists over all tenants in their order on the page, and the tenants themselves. */
export const fleetViews = ['failed', 'review', 'running', 'standing-still', 'deliveries', 'tenants'] as const;
export type FleetViewName = (typeof fleetViews)[number];

const longest = 2_000;
const longestCause = 64;
const longestChild = 80;

/** Closes the execution and all that was open in it. */
export const leaveExecution = { execution: null, event: null, child: null, about: null } as const;

/** Everything of Triage that a link can share, including a selection that is not too long. */
export const { read: readTriage, write: writeTriage } = defineAddress(
  {
    tenant: chosenTenant(longest),
    view: choice(tenantViews, 'status'),
    /** The status of the list by status. */
    status: choice(batchStatuses, 'FAILED'),
    /** The project of the list by project and of the workflows. */
    project: text(longest),
    /**
     * A list over all tenants. It stays in the address while a batch that was opened from it is shown, so that Back leads
     * to it; null for the first list, and for a batch that was opened from elsewhere.
     */
    list: choice(fleetViews, null),
    /** Null for the usual order of the list. */
    order: choice(['newest', 'longest'], null),
    /** A tenant whose rows of the fleet's list are shown. */
    of: text(longest),
    workflow: text(longest),
    /** The short name of a cause of failures. */
    cause: text(longestCause),
    olderThanMinutes: number(/^[1-9]\d{0,5}$/, [1, 999_999], null),
    /** Filters the loaded rows of a list. */
    rows: filterText(),
    batch: text(longest),
    part: choice(batchParts, 'documents'),
    /** The chosen tab of documents; null for the one that says most about the batch. */
    documents: choice([...documentStatuses, 'all'], null),
    /** A failure group of the batch. */
    group: text(longest),
    filter: filterText(),
    /** Addresses have a limited length, so a longer selection stays in the window. */
    selected: list(' ', longest),
    document: text(longest),
    /** The open tab of the document; null for the one that says most about it. */
    look: choice(documentLooks, null),
    /** The run whose execution is open; null for the newest. */
    run: number(/^[1-9]\d{0,5}$/, [1, 999_999], null),
    /** The open part of the execution of the run; null while it is not open. */
    execution: choice(executionParts, null),
    /** The opened event of the execution. */
    event: number(/^[1-9]\d{0,5}$/, [1, 999_999], null),
    /** The child execution of a Map Run that is shown instead. */
    child: text(longestChild),
    /** A document whose iteration alone is shown among the events. */
    about: text(longest),
  },
  {
    names: { olderThanMinutes: 'older' },
    settle: (values) => ({
      ...values,
      ...(values.document === null && { look: null }),
      ...((values.execution === null || values.document !== null) && leaveExecution),
    }),
  },
);

export type TriageAddress = ReturnType<typeof readTriage>;

export type GoTriage = (change: Partial<TriageAddress>, how?: 'push' | 'replace') => void;

/**
 * Applies a change. With another tenant, nothing of the earlier one stays: no selection, group, project or filter. The
 * list over all tenants stays, so that Back leads to it.
 */
export function changeTriage(now: TriageAddress, change: Partial<TriageAddress>): Partial<TriageAddress> {
  const { tenant = now.tenant } = change;
  const isAnother = now.tenant !== null && tenant !== null && tenant !== now.tenant;
  return isAnother ? { list: now.list, ...change } : { ...now, ...change };
}

/** Closes the batch and all that was open in it. */
export const leaveBatch = {
  batch: null,
  part: 'documents',
  documents: null,
  group: null,
  filter: '',
  selected: [],
  document: null,
  run: null,
  ...leaveExecution,
} as const satisfies Partial<TriageAddress>;

function filterText() {
  return parameter(
    shapeText((written) => written.length <= longest),
    '',
  );
}

export interface TriagePageProps {
  readonly address: TriageAddress;
  readonly go: GoTriage;
  /**
   * Renders the raw item of a batch or document with its keys explained. The Explorer provides it through
   * app/.
   */
  readonly renderItem: (question: RawItemQuestion) => ReactNode;
  /** Opens a document that waits for review, for people who may review. */
  readonly review?: ((key: ReviewKey) => void) | undefined;
  /** Opens the thresholds of a workflow. */
  readonly onOpenWorkflow?: ((key: WorkflowKey) => void) | undefined;
  /** Goes back to the page that the batch was opened from; returns false if it was opened in Triage. */
  readonly leave?: (() => boolean) | undefined;
  /** Looks up an id of any kind by its own index. */
  readonly find?: ((id: string) => void) | undefined;
}

export interface RawItemQuestion {
  readonly pattern: 'batchByKey' | 'documentById';
  readonly params: Readonly<Record<string, string>>;
}
