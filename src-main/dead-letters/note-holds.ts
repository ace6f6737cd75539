import type { Plan } from '#shared/contract/jobs/plans.ts';
import { groupPlaceOf } from './group-order.ts';
import type { HeldMessage, HeldMessages } from './held-messages.ts';
import type { RedriveLedger } from './redrive-ledger.ts';

/** Once for a plan: by these a later life of this console lets go of what this one holds. */
export async function noteHolds(
  ledger: RedriveLedger,
  { plan, queue, held }: { readonly plan: Plan; readonly queue: string; readonly held: HeldMessages },
): Promise<void> {
  if (ledger.holds.size > 0 || ledger.standings.size > 0) return;
  const { id: connectionId } = plan.connection;
  const messages = plan.items.flatMap(({ id, verdict, needsReason }) =>
    verdict === 'go' || needsReason ? (held.get(connectionId, queue, id) ?? []) : [],
  );
  if (messages.length > 0) await noteIn(ledger)(messages);
}

export function noteIn({ append }: RedriveLedger): (held: readonly HeldMessage[]) => Promise<void> {
  return (held) =>
    append({
      event: 'held',
      messages: held.map(({ message, hiddenUntil }) => {
        const place = groupPlaceOf(message);
        return {
          id: message.messageId,
          handle: message.receiptHandle,
          until: hiddenUntil,
          ...(place !== null && { place }),
        };
      }),
    });
}
