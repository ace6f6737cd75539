/**
 * By queue name the id that CreateQueue gives to that queue, once: what was told of a queue before it is there lies
 * under its id. A uuid.
 */
export const queueIds = 'sqs/queue-ids';

/** `MoveTask`s by id, the oldest first. Of those that were told all have ended. */
export const moveTasks = 'sqs/move-tasks';

export const parts = ['messages', 'receipts', 'sendings', 'attempts'] as const;

export type QueuePart = (typeof parts)[number];

/** `MessageContent`s by their ids, uuids as well; `Receipt`s by the same ids, of what was received in this queue. */
export function partOf(part: QueuePart, queueId: string): string {
  return `sqs/${part}/${queueId}`;
}
