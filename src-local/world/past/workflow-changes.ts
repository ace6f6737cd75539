import type { Thresholds } from '#shared/domain/statuses.ts';
import type { PlannedWorkflow } from './plan.ts';

/** A change that a workflow's admin made, with the reason. */
interface WorkflowChange {
  readonly daysAgo: number;
  readonly what: 'thresholds changed' | 'schema changed' | 'second review changed';
  readonly reason: string;
  /** Undefined means the tenant's own admin. */
  readonly by?: string;
  /** The changed values, as they were before. */
  readonly before: Readonly<Record<string, number>>;
}

const day = 86_400_000;

/** Days before the anchor at which a workflow was made. */
export function countDaysSinceMade({ workflowId }: Pick<PlannedWorkflow, 'workflowId'>): number {
  return 62 + ((workflowId.length * 37) % 140);
}

/** Lists the changes, oldest first. */
export function listChanges({
  tenantId,
  workflowId,
}: Pick<PlannedWorkflow, 'tenantId' | 'workflowId'>): readonly WorkflowChange[] {
  return changes.get(`${tenantId}/${workflowId}`) ?? [];
}

/** Returns the thresholds of a batch that was submitted at this time. */
export function findThresholds(workflow: PlannedWorkflow, time: number, anchor: number): Thresholds {
  const { confidenceThreshold, reviewThreshold } = workflow;
  const since = listChanges(workflow).filter(({ daysAgo }) => anchor - daysAgo * day > time);
  const before = Object.assign(
    {},
    ...since.toReversed().map((change) => change.before),
  ) as Partial<Thresholds>;
  return {
    confidenceThreshold: before.confidenceThreshold ?? confidenceThreshold,
    reviewThreshold: before.reviewThreshold ?? reviewThreshold,
  };
}

/** Returns whether two people decide the documents of a batch that was submitted at this time. */
export function findSecondReview(
  { secondReview, ...workflow }: PlannedWorkflow,
  time: number,
  anchor: number,
): 'blind' | undefined {
  const since = listChanges(workflow).find(({ what }) => what === 'second review changed');
  return since && anchor - since.daysAgo * day > time ? undefined : secondReview;
}

const changes = new Map<string, readonly WorkflowChange[]>([
  [
    'northwind/carrier-invoices',
    [
      {
        daysAgo: 88.2,
        what: 'thresholds changed',
        reason: 'A first guess: every second document went to review.',
        by: 'admin',
        before: { confidenceThreshold: 0.5, reviewThreshold: 0.97 },
      },
      {
        daysAgo: 71.9,
        what: 'schema changed',
        reason: 'The bank account is checked before anything is paid.',
        before: { fields: 11 },
      },
      {
        daysAgo: 52.4,
        what: 'thresholds changed',
        reason: 'Under 0.60 the reviewers typed everything again.',
        before: { confidenceThreshold: 0.45, reviewThreshold: 0.95 },
      },
      {
        daysAgo: 37.7,
        what: 'thresholds changed',
        reason: 'Five hundred looked at above 0.90, two of them wrong.',
        by: 'admin',
        before: { reviewThreshold: 0.93 },
      },
      {
        daysAgo: 19.3,
        what: 'thresholds changed',
        reason: 'Nothing under 0.60 was ever worth a look, and some of it just above was.',
        before: { confidenceThreshold: 0.6 },
      },
      {
        daysAgo: 8.6,
        what: 'thresholds changed',
        reason: 'Too many sure documents in review.',
        before: { reviewThreshold: 0.9 },
      },
    ],
  ],
  [
    'northwind/goods-in-notes',
    [
      {
        daysAgo: 13.1,
        what: 'schema changed',
        reason: 'The warehouse wants the packaging’s weight separately.',
        before: { fields: 10 },
      },
    ],
  ],
  [
    'alder-finch/claim-forms',
    [
      {
        daysAgo: 12.2,
        what: 'thresholds changed',
        reason: 'Agreed with the claims team on 0.87.',
        before: { reviewThreshold: 0.9 },
      },
      {
        daysAgo: 2,
        what: 'second review changed',
        reason: 'After the audit: no claim is paid on one person’s word.',
        before: {},
      },
    ],
  ],
  [
    'kestrel/supplier-invoices',
    [
      {
        daysAgo: 24.4,
        what: 'schema changed',
        reason: 'Harvest & Co. print the order number now.',
        before: { fields: 11 },
      },
    ],
  ],
]);
