import type { Result } from '#shared/contract/result.ts';
import type { JobKind, PlanTarget, TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import type { ConnectionDoors } from '../aws/doors.ts';
import type { Redrive } from '../dead-letters/open-redrive.ts';
import { approveAction, planApprovals } from './actions/approve-documents.ts';
import { executionAction } from './actions/change-execution.ts';
import { closeDownloadsAction, triggerDownloadsAction } from './actions/download-action.ts';
import { reprocessAction } from './actions/reprocess.ts';
import { requeueFilesAction } from './actions/requeue-files.ts';
import { planSettling, settleAction } from './actions/settle-documents.ts';
import type { JobAction, SeenItems } from './job-action.ts';
import { planDocuments } from './plans/plan-documents.ts';
import { planClosing, planRequeue, planRunAgain } from './plans/plan-downloads.ts';
import type { DraftParts, PlanDraft } from './plans/plan-draft.ts';
import { planExecution } from './plans/plan-execution.ts';
import { planMany } from './plans/plan-many.ts';
import { planMessages } from './plans/plan-messages.ts';
import { planResending } from './plans/plan-resending.ts';

/** Says how a kind of job is planned and how it is done. */
interface JobKindInMain<Target extends PlanTarget = PlanTarget> {
  plan(target: Target, parts: DraftParts): Promise<Result<PlanDraft>>;
  action(parts: ActionParts): JobAction;
}

export interface ActionParts {
  readonly connectionId: string;
  readonly doors: () => ConnectionDoors;
  /** Takes items that were read on the way, for every list that is on a screen. */
  readonly seen: (items: SeenItems) => void;
  /** Carries out the jobs on messages, which share their ledgers. */
  readonly redrive: Pick<Redrive, 'action'>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

const kinds: { readonly [Kind in JobKind]: JobKindInMain<TargetOf<Kind>> } = {
  reprocess: { plan: planDocuments, action: (parts) => reprocessAction(parts) },
  'reprocess-many': { plan: planMany, action: (parts) => reprocessAction(parts, 'reprocess-many') },
  'send-to-review': { plan: planSettling, action: (parts) => settleAction('send-to-review', parts) },
  'accept-documents': { plan: planSettling, action: (parts) => settleAction('accept-documents', parts) },
  'approve-documents': { plan: planApprovals, action: approveAction },
  'redrive-execution': {
    plan: planExecution,
    action: ({ doors, now }) => executionAction('redrive-execution', doors, now),
  },
  'stop-execution': {
    plan: planExecution,
    action: ({ doors, now }) => executionAction('stop-execution', doors, now),
  },
  'redrive-messages': {
    plan: planMessages,
    action: ({ redrive, connectionId }) => redrive.action('redrive-messages', connectionId),
  },
  'discard-messages': {
    plan: planMessages,
    action: ({ redrive, connectionId }) => redrive.action('discard-messages', connectionId),
  },
  'resend-messages': {
    plan: planResending,
    action: ({ redrive, connectionId }) => redrive.action('resend-messages', connectionId),
  },
  'requeue-files': { plan: planRequeue, action: requeueFilesAction },
  'trigger-downloads': { plan: planRunAgain, action: triggerDownloadsAction },
  'close-downloads': { plan: planClosing, action: closeDownloadsAction },
};

export function findKindInMain(kind: JobKind): JobKindInMain {
  return kinds[kind];
}
