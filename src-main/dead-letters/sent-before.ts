/** What a redrive of this console has done to a message that is in the queue all the same. */
export interface SentBefore {
  /** `sent`: it was accepted, and should be deleted here. `uncertain`: it may have been sent. */
  readonly of: (connectionId: string, queue: string, messageId: string) => 'sent' | 'uncertain' | null;
}

/** Said in a plan of one that is uncertain: who gives a reason for it has read this. */
export const maySentBefore = 'It may have been sent before, or not: see its document first.';
