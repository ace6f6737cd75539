import { choice, defineAddress, textLike } from '#renderer/contract/page-address.ts';

/** Everything of Dead letters that a link can share. The selection is not part of it, because messages come and go. */
export const { read: readDeadLetters, write: writeDeadLetters } = defineAddress(
  {
    tab: choice(['queues', 'discarded'], 'queues'),
    /** This repeats the contract's `queueName`, because importing that would load all of the contract too. */
    queue: textLike(/^[\w-]{1,75}(?:\.fifo)?$/),
    /** The fingerprint of a group of sampled messages. */
    group: textLike(/^[\w.:-]{1,64}$/),
    /** The id of the message that is open beside the list. */
    message: textLike(/^[\w-]{1,128}$/),
    /** The id of the discarded message that is open beside their list. */
    discarded: textLike(/^[\w-]{1,128}$/),
  },
  {
    // A group or message without its queue leads nowhere.
    settle(values) {
      const { tab, queue, discarded } = values;
      const open = tab === 'discarded' ? discarded : null;
      return queue === null
        ? { tab, queue: null, group: null, message: null, discarded: open }
        : { ...values, discarded: open };
    },
  },
);

export type DeadLettersAddress = ReturnType<typeof readDeadLetters>;

export type GoDeadLetters = (change: Partial<DeadLettersAddress>, how?: 'push' | 'replace') => void;
