import { createHash } from 'node:crypto';
import { withProvenance } from '#shared/domain/dead-letters/provenance.ts';
import type { EntryOutcome, MessageToSend, Queues, ReceivedMessage } from '../aws/queues.ts';
import type { RedriveLedger } from './redrive-ledger.ts';

interface Batch {
  readonly ledger: RedriveLedger;
  readonly queues: Queues;
  /** The dead-letter queue, and where it goes. */
  readonly queue: string;
  readonly to: string;
  readonly messages: readonly ReceivedMessage[];
  /** In place of its body, of one message alone. */
  readonly editedBody?: string | undefined;
}

/**
 * Written down, sent once, written down, deleted, written down. In that order nothing is ever lost; what may come twice
 * is what nobody knows of, and that is listed. Answers which wait again: SQS has not taken them, for certain.
 */
export async function sendBatch({ ledger, queues, queue, to, messages, editedBody }: Batch): Promise<readonly string[]> {
  const batch = ledger.nextBatch();
  ledger.append({
    event: 'intent',
    batch,
    to,
    messages: messages.map(({ messageId, receiptHandle }) => ({ id: messageId, handle: receiptHandle })),
  });
  const sending = messages.map((message, at) => sentOn(message, at, { isFifo: to.endsWith('.fifo'), editedBody }));
  const outcomes = await queues.send(to, sending);
  const pairs = messages.map(({ messageId: id, receiptHandle }, at) => ({
    id,
    receiptHandle,
    outcome: outcomes[at] ?? notSaid,
  }));
  const taken = pairs.flatMap(({ id, outcome }) =>
    outcome.kind === 'done' ? [{ id, newId: outcome.messageId }] : [],
  );
  const again = pairs.flatMap(({ id, outcome }) =>
    outcome.kind === 'refused' && outcome.mayTryAgain ? [id] : [],
  );
  ledger.append({
    event: 'sent',
    batch,
    taken,
    again,
    refused: pairs.flatMap(({ id, outcome }) =>
      outcome.kind === 'refused' && !outcome.mayTryAgain ? [{ id, why: outcome.why }] : [],
    ),
    uncertain: pairs.flatMap(({ id, outcome }) =>
      outcome.kind === 'unclear' ? [{ id, why: `It may have been sent, or not: ${outcome.why}` }] : [],
    ),
  });
  const handleOf = new Map(pairs.map(({ id, receiptHandle }) => [id, receiptHandle]));
  await deleteSent(
    { ledger, queues, queue },
    taken.flatMap(({ id }) => {
      const handle = handleOf.get(id);
      return handle === undefined ? [] : [{ id, handle }];
    }),
  );
  return again;
}

/** Of those that were sent. What is not deleted now is deleted when it is received again, and never sent again. */
export async function deleteSent(
  { ledger, queues, queue }: Pick<Batch, 'ledger' | 'queues' | 'queue'>,
  sent: readonly { readonly id: string; readonly handle: string }[],
): Promise<void> {
  if (sent.length === 0) return;
  const outcomes = await queues.delete(
    queue,
    sent.map(({ handle }) => handle),
  );
  const ids = sent.flatMap(({ id }, at) => (outcomes[at]?.kind === 'done' ? [id] : []));
  if (ids.length > 0) ledger.append({ event: 'deleted', ids });
}

const notSaid: EntryOutcome = { kind: 'unclear', why: 'SQS did not say what became of it.' };

/** With all that it had, and where it comes from. */
function sentOn(
  { messageId, body, attributes, system }: ReceivedMessage,
  at: number,
  { isFifo, editedBody }: { readonly isFifo: boolean; readonly editedBody: string | undefined },
): MessageToSend {
  const traceHeader = system['AWSTraceHeader'];
  const groupId = system['MessageGroupId'];
  return {
    entryId: String(at),
    body: editedBody ?? body,
    attributes: withProvenance(attributes, messageId).attributes,
    ...(traceHeader !== undefined && { traceHeader }),
    ...(groupId !== undefined && { groupId }),
    // Sent twice within five minutes, SQS takes it once.
    ...(isFifo && { deduplicationId: createHash('sha256').update(messageId).digest('hex') }),
  };
}
