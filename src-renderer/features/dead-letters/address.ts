import { defineAddress, textLike } from '#renderer/contract/page-address.ts';

/** Everything of Dead letters that a link can share. The selection is not part of it, because messages come and go. */
export const { read: readDeadLetters, write: writeDeadLetters } = defineAddress(
  {
    /** This repeats the contract's `queueName`, because importing that would load all of the contract too. */
    queue: textLike(/^[\w-]{1,75}(?:\.fifo)?$/),
    /** The fingerprint of a group of sampled messages. */
    group: textLike(/^[\w.:-]{1,64}$/),
    /** The id of the message that is open beside the list. */
    message: textLike(/^[\w-]{1,128}$/),
  },
  {
    // A group or message without its queue leads nowhere.
    settle: (values) => (values.queue === null ? { queue: null, group: null, message: null } : values),
  },
);

export type DeadLettersAddress = ReturnType<typeof readDeadLetters>;

export type GoDeadLetters = (change: Partial<DeadLettersAddress>, how?: 'push' | 'replace') => void;
