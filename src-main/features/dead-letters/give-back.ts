import type { EntryOutcome, Queues } from '../../aws/queues.ts';
import type { HeldMessage } from '../../dead-letters/held-messages.ts';

/** For so many seconds from now, ten in a call; 0 lets others receive them at once. In the order of the messages. */
export async function hideFor(
  queues: Pick<Queues, 'hide'>,
  queue: string,
  held: readonly Pick<HeldMessage, 'message'>[],
  seconds: number,
): Promise<readonly EntryOutcome[]> {
  const tens = Array.from({ length: Math.ceil(held.length / ten) }, (_, at) =>
    held.slice(at * ten, (at + 1) * ten).map(({ message }) => message.receiptHandle),
  );
  const outcomes: (readonly EntryOutcome[])[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < tens.length; at = next++) {
      outcomes[at] = await queues.hide(queue, tens[at] ?? [], seconds);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes.flat();
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibilityBatch.html */
const ten = 10;
/** 10,000 messages are a thousand calls. */
const lanes = 4;
