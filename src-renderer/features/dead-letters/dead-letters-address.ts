/** Everything of Dead letters that can be shared as a link; read leniently. What is selected is in no address: messages come and go. */
export interface DeadLettersAddress {
  readonly queue: string | null;
  /** A group of what was sampled, by its fingerprint. */
  readonly group: string | null;
  /** Open beside the list. */
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

/** As the contract's `queueName`, which would bring zod along. */
const queueShape = /^[\w-]{1,75}(?:\.fifo)?$/;
const groupShape = /^[\w.:-]{1,64}$/;
const messageShape = /^[\w-]{1,128}$/;
