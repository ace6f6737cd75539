/**
 * Everything of Dead letters that can be shared as a link; it is read leniently. The selection is not part of
 * it, because messages come and go.
 */
export interface DeadLettersAddress {
  readonly queue: string | null;
  /** The fingerprint of a group of sampled messages. */
  readonly group: string | null;
  /** The id of the message that is open beside the list. */
  readonly message: string | null;
}

export type GoDeadLetters = (change: Partial<DeadLettersAddress>, how?: 'push' | 'replace') => void;

export function readDeadLetters(search: Readonly<Record<string, unknown>>): DeadLettersAddress {
  const text = (name: string, shape: RegExp): string | null => {
    const value = search[name];
    return typeof value === 'string' && shape.test(value) ? value : null;
  };
  const queue = text('queue', queueShape);
  if (queue === null) return { queue, group: null, message: null };
  return { queue, group: text('group', groupShape), message: text('message', messageShape) };
}

export function writeDeadLetters({
  queue,
  group,
  message,
}: DeadLettersAddress): Readonly<Record<string, string>> {
  // A group or message without its queue leads nowhere.
  if (queue === null) return {};
  return {
    queue,
    ...(group === null ? {} : { group }),
    ...(message === null ? {} : { message }),
  };
}

/** This repeats the contract's `queueName`, because importing that would load zod too. */
const queueShape = /^[\w-]{1,75}(?:\.fifo)?$/;
const groupShape = /^[\w.:-]{1,64}$/;
const messageShape = /^[\w-]{1,128}$/;
