import type { PlanItem, PlanTarget } from '#shared/contract/jobs/plans.ts';
import { subjectOfBody } from '#shared/domain/dead-letters/message-subject.ts';
import { shownName } from '#shared/domain/dead-letters/shown-cause.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { SentBefore } from '../../dead-letters/sent-before.ts';
import { messageLocks, timesWords } from './message-locks.ts';
import type { AllReturns } from './returns-elsewhere.ts';

export type MessagesTarget = Extract<PlanTarget, { kind: 'redrive-messages' | 'discard-messages' }>;

interface Known {
  readonly sentBefore: SentBefore;
  readonly connection: { readonly id: string };
  readonly returns: AllReturns;
}

/** One of a plan, by what is known of it without reading anything. */
export function messageItem(
  id: string,
  message: ReceivedMessage | null,
  target: MessagesTarget,
  { sentBefore, connection, returns }: Known,
): PlanItem {
  const item = { id, version: null, usd: null, needsReason: false };
  if (message === null) {
    const why = 'Not held by this console any more: sample the queue again.';
    return { ...item, name: null, verdict: 'skip', why };
  }
  const { body, system } = message;
  const { fileName, documentId, batchId } = subjectOfBody(body);
  const name = fileName ?? documentId ?? batchId;
  // It is kept with the plan and stands in every receipt.
  const known = { ...item, name: name === null ? null : shownName(name) };
  const receives = Number(system['ApproximateReceiveCount'] ?? 0);
  const goes = { ...known, verdict: 'go', why: `Received ${timesWords(receives)}` } as const;
  if (target.kind === 'discard-messages') return goes;

  const before = sentBefore.of(connection.id, target.queue, id);
  if (before === 'sent') {
    const why = 'Sent and accepted before, and only not deleted here: discard it.';
    return { ...known, verdict: 'skip', why };
  }
  const { editedBody } = target;
  const locks = messageLocks(message, { before, editedBody, elsewhere: returns.of.get(id) });
  if (locks.length === 0) return goes;
  return {
    ...known,
    verdict: 'blocked',
    why: `${locks.join(' ')} It goes with a reason.`,
    needsReason: true,
  };
}
