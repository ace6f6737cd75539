import type { Estimate, PlanItem } from '#shared/contract/jobs/plans.ts';
import { bytesOfMessage } from '#shared/domain/dead-letters/message-batches.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { messagesCost } from '#shared/pricing/queue-requests.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { MessagesTarget } from './message-item.ts';

interface Planned {
  readonly target: MessagesTarget;
  readonly items: readonly PlanItem[];
  readonly messages: ReadonlyMap<string, ReceivedMessage>;
  readonly book: PriceBook;
}

/** What SQS charges for those that go; what comes of a message is its pipeline's, and nobody knows it before. */
export function estimateOfMessages({ target, items, messages, book }: Planned): Estimate {
  const going = items.filter(({ verdict }) => verdict === 'go');
  const bytes = going.map(({ id }) => bytesOf(messages.get(id), target));
  const { requests, usd } = messagesCost({ ...target, bytes }, book);
  const isRedrive = target.kind === 'redrive-messages';
  const what = requests === 1 ? '1 request to SQS' : `${grouped(requests)} requests to SQS`;
  return {
    usd,
    priceBook: { id: book.id, name: book.name },
    lines: usd === null || requests === 0 ? [] : [{ what, usd }],
    seconds: null,
    basis: isRedrive
      ? 'to hold, send and delete, ten messages at a time while they are held here; to receive them again costs more, and what the pipelines make of them is not in it'
      : 'to hold and delete, ten messages at a time while they are held here; to receive them again costs more',
  };
}

/** What a message costs that goes by itself: at most so much more, where a reason lets it go with others. */
export function withPrices({ target, items, messages, book }: Planned): PlanItem[] {
  return items.map((item) => {
    if (!item.needsReason) return item;
    const bytes = [bytesOf(messages.get(item.id), target)];
    return { ...item, usd: messagesCost({ ...target, bytes }, book).usd };
  });
}

function bytesOf(message: ReceivedMessage | undefined, target: MessagesTarget): number {
  if (message === undefined) return 0;
  const edited = target.kind === 'redrive-messages' ? target.editedBody : undefined;
  return bytesOfMessage({ ...message, body: edited ?? message.body });
}
