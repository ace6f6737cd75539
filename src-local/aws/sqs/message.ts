/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_MessageAttributeValue.html */
export interface AttributeValue {
  readonly DataType: string;
  readonly StringValue?: string;
  /** Base64, as on the wire. */
  readonly BinaryValue?: string;
}

/** Pairs sorted by name. They are pairs because the sender chooses the names. */
export type Attributes = readonly (readonly [string, AttributeValue])[];

/** This part of a message stays the same for as long as the message is in a queue. */
export interface MessageContent {
  readonly id: string;
  readonly body: string;
  readonly attributes?: Attributes;
  readonly traceHeader?: string;
  readonly groupId?: string;
  readonly deduplicationId?: string;
  readonly sequenceNumber?: string;
  /** SentTimestamp; retention counts from here. */
  readonly sentAt: number;
  /** The time at which it came into this queue, which for a dead letter is later. */
  readonly arrivedAt: number;
  readonly availableAt: number;
  /** Its place in the order in which messages came into this queue. */
  readonly order: number;
  /** The queue that gave it up. */
  readonly deadLetterSourceArn?: string;
  /** Receives in the queues it was in before. */
  readonly receivedBefore?: number;
  readonly firstReceivedAt?: number;
}

/** Receiving a message in this queue changes this part of it. */
export interface Receipt {
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly visibleAt: number;
  /** A consumer has given it back, by changing its visibility timeout to zero. */
  readonly isGivenBack?: true;
}

export type MessageState = 'delayed' | 'ready' | 'inFlight' | 'gone';

export interface Message {
  content: MessageContent;
  receipt: Receipt | undefined;
  state: MessageState;
}

/** Returns ApproximateReceiveCount, which counts across all queues. */
export function countReceives({ content, receipt }: Message): number {
  return (content.receivedBefore ?? 0) + (receipt?.count ?? 0);
}

/** Returns when its delay or its visibility timeout ends. */
export function getDueTime({ content, receipt }: Message): number {
  return receipt ? receipt.visibleAt : content.availableAt;
}

/**
 * Maps a queue name to the id that CreateQueue gives to that queue, once: past messages that were there before
 * the queue are stored under its id. A uuid.
 */
export const queueIds = 'sqs/queue-ids';

/** `MoveTask`s by id, the oldest first. All past tasks have ended. */
export const moveTasks = 'sqs/move-tasks';

export const parts = ['messages', 'receipts', 'sendings', 'attempts'] as const;

export type QueuePart = (typeof parts)[number];

/**
 * Names the collection of `MessageContent`s by their ids, which are uuids as well, or of `Receipt`s by the same
 * ids.
 */
export function nameQueueCollection(part: QueuePart, queueId: string): string {
  return `sqs/${part}/${queueId}`;
}
