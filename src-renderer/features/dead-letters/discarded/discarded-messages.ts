import { counted, grouped } from '#shared/domain/formatting.ts';

/** The sentences of the tab of discarded messages. */
export const discardedMessages = {
  tab: 'Discarded',
  table: 'Discarded messages',
  hint: (shown: number, total: number): string =>
    shown < total ? `${grouped(shown)} of ${grouped(total)}, newest first` : counted(total, 'message'),
  loading: 'Loading the discarded messages',
  notRead: "Couldn't load the discarded messages",
  nothingDone: 'Nothing was sent or changed.',
  none: 'No discarded messages on this computer',
  noneNext:
    'A discard saves each message to a file on the computer that discards it. What colleagues discarded is on theirs.',
  said: 'From the files on this computer. What others discarded on theirs is not shown.',
  send: 'Send again…',
  sendSelected: (count: number): string => `Send ${counted(count, 'message')} again…`,
  sendCommand: (what: string): string => `Send ${what} again…`,
  choose: 'Select discarded messages (X), or open one.',
  oneQueue: 'These are of several queues. Select messages of one queue.',
  allSent: 'All of these were sent already. A message is not sent twice.',
  problems: (count: number): string =>
    `${counted(count, 'file')} of discarded messages ${count === 1 ? 'has' : 'have'} a problem.`,
  copyPath: 'Copy the path of the file',
  byUnknown: 'unknown person',
  noReason: 'no reason recorded',
  notSaved: 'not in its file',
  notSavedTitle: 'Its file does not have it as it was written. It cannot be shown or sent again',
  mayBeInQueue: 'maybe in queue',
  mayBeInQueueTitle: 'It was saved, but is not known to be deleted from its queue',
  sent: 'sent again',
  sentAt: (at: string): string => `Sent ${at}. It is not sent twice`,
  maybeSent: 'maybe sent',
  maybeSentTitle: 'It may have been sent: no answer came. Sending it again may run it twice',
  inFile: 'In a file on this computer',
  notInFile: 'This message is not in its file',
  putBack: 'Put the file back from a backup, then open it again.',
  stillInFile: 'It is still in its file. Nothing was changed.',
  region: 'Discarded message',
  width: 'Width of the discarded message',
};

/** The sentences about what is known of a group's cause. */
export const memoryMessages = {
  cameBackOf: (count: number, all: number): string => `${grouped(count)} of ${grouped(all)} came back`,
  note: (text: string): string => `Note: ${text}`,
  cameBack: (count: number): string => `${grouped(count)} came back`,
  lastRedrive: (when: string): string => `last redriven from this computer ${when}`,
};

/** The sentences of the dialog that discards messages. */
export const discardMessages = {
  title: (count: number, queue: string): string => `Discard ${counted(count, 'message')} of ${queue}`,
  effect:
    "Each message is first saved in full to a file on this computer that only you can read, then deleted from the queue. This can't be undone: the message is not sent back automatically, and its work is not done.",
  table: 'Messages to discard',
  step: 'Step 1 of 2. Nothing is deleted yet. The plan asks for the count and the reason.',
  goOn: 'Continue to the plan',
};
