import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import { mostInPlan } from '#shared/contract/jobs/plans.ts';
import type { PlanTarget } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

export function discardTarget(
  queue: string,
  rows: readonly Pick<MessageRow, 'messageId' | 'fingerprint'>[],
): PlanTarget {
  const [first, ...others] = new Set(rows.map(({ fingerprint }) => fingerprint));
  return {
    kind: 'discard-messages',
    queue,
    messageIds: rows.map(({ messageId }) => messageId),
    ...(first === undefined || others.length > 0 ? {} : { fingerprint: first }),
  };
}

/** Why these cannot be discarded at once; null where they can. */
export function whyNotThese(rows: readonly MessageRow[]): string | null {
  if (rows.length === 0) return 'No message is chosen.';
  return rows.length > mostInPlan ? `A plan takes ${grouped(mostInPlan)} messages at most.` : null;
}

/** What somebody should know of those that go, beyond their list. */
export function warningsOf(rows: readonly Pick<MessageRow, 'sentBefore' | 'receives'>[]): readonly string[] {
  const uncertain = rows.filter(({ sentBefore }) => sentBefore === 'uncertain').length;
  return uncertain === 0
    ? []
    : [
        `${uncertain === 1 ? 'One' : grouped(uncertain)} may have been sent by a redrive of this console, or not. Discarded, this copy is gone and what was sent, if it was, is not.`,
      ];
}
