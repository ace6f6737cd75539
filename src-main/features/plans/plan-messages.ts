import type { Plan } from '#shared/contract/jobs/plans.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { HeldMessages } from '../../dead-letters/held-messages.ts';
import type { SentBefore } from '../../dead-letters/sent-before.ts';
import { estimateOfMessages, withPrices } from './estimate-messages.ts';
import { inGroupOrder } from './in-group-order.ts';
import { messageItem, type MessagesTarget } from './message-item.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { ReadsSoFar } from '../../reads/paid-reads.ts';
import { redriveChecks, type RedriveTarget } from './redrive-checks.ts';
import { returnsElsewhere, type AllReturns } from './returns-elsewhere.ts';

/** What this console has of the messages that a plan names. */
export interface PlannedMessages {
  readonly held: Pick<HeldMessages, 'get' | 'of'>;
  readonly sentBefore: SentBefore;
}

interface Parts extends PlannedMessages {
  readonly connection: Pick<Session['connection'], 'id' | 'name' | 'editAndRedrive'>;
  readonly book: PriceBook;
  readonly doors: Pick<ConnectionDoors, 'reader' | 'queues'>;
  readonly reads: ReadsSoFar;
}

/** Of messages that are held; read is only how often those came back that others may have redriven. */
export async function planMessages(target: MessagesTarget, parts: Parts): Promise<Result<PlanDraft>> {
  const { held, connection, book } = parts;
  const ids = [...new Set(target.messageIds)];
  const refusal = target.kind === 'redrive-messages' ? whyNotEdited(target, ids, connection) : undefined;
  if (refusal !== undefined) return refusal;
  const messages = ids.flatMap((id) => held.get(connection.id, target.queue, id)?.message ?? []);
  const byId = new Map(messages.map((message) => [message.messageId, message]));
  const returns =
    target.kind === 'redrive-messages' ? await returnsElsewhere(target.queue, messages, parts) : noReturns;
  const planned = ids.map((id) => {
    const message = byId.get(id) ?? null;
    return { item: messageItem(id, message, target, { ...parts, returns }), message };
  });
  const isFifo = target.queue.endsWith('.fifo');
  const ordered =
    isFifo && target.kind === 'redrive-messages' ? inGroupOrder(planned) : planned.map(({ item }) => item);
  const items = withPrices({ target, items: ordered, messages: byId, book });
  return ok({
    tenantId: null,
    items,
    estimate: estimateOfMessages({ target, items, messages: byId, book }),
    checks:
      target.kind === 'redrive-messages'
        ? await redriveChecks(target, messages, { ...parts, items, unread: returns.unread })
        : discardChecks,
    nothingToDo:
      ids.length === 1
        ? 'This message cannot go; beside it stands why.'
        : `None of these ${grouped(ids.length)} messages can go; beside each stands why.`,
  });
}

const noReturns: AllReturns = { of: new Map(), unread: [] };

const discardChecks: Plan['checks'] = [
  { says: 'Each is written whole to a file on this machine first, then deleted', state: 'good' },
  {
    says: 'Deleted from its queue it is gone for everybody: nothing brings it back but that file',
    state: 'warning',
  },
];

function whyNotEdited(
  { editedBody }: RedriveTarget,
  ids: readonly string[],
  { name, editAndRedrive }: Parts['connection'],
): Result<never> | undefined {
  if (editedBody === undefined) return undefined;
  if (!editAndRedrive) {
    return no(
      `Editing dead letters is off on ${name}`,
      'Set "editAndRedrive": true for it in connections.json if it is wanted.',
    );
  }
  return ids.length === 1 ? undefined : no('An edited body is of one message alone', 'Choose one message.');
}

function no(what: string, next: string): Result<never> {
  const message = `${what}. ${next} Nothing was planned.`;
  return refused({ code: 'plan-refused', why: 'nothing-to-do', message });
}
