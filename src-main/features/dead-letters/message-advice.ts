import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import { poisonReturns } from '#shared/domain/dead-letters/provenance.ts';
import { timesWords } from './message-lineage.ts';

interface Known extends Pick<MessageRow, 'sentBefore'> {
  /** How often it came back, as the message says itself. */
  readonly returns: number;
  /** How often its document came again by a redrive, as its passport says. */
  readonly redrives: number;
}

/** What somebody should know before they send it back; null where there is nothing. */
export function messageAdvice({ returns, redrives, sentBefore }: Known): string | null {
  if (sentBefore === 'uncertain') {
    return 'A redrive of this console may have sent it, or not. Look what became of its document before it is sent again.';
  }
  if (sentBefore === 'sent') {
    return 'A redrive of this console has sent it, and it is here all the same. It is not sent again; a discard takes it out.';
  }
  if (returns >= poisonReturns) {
    return `It has come back ${timesWords(returns)}. Redriving it is locked until somebody gives a reason.`;
  }
  if (redrives >= poisonReturns) {
    return `A message of its document was redriven ${timesWords(redrives)} already, and it is here again. Another time will most likely end here, too.`;
  }
  if (returns === poisonReturns - 1) {
    return `It has come back ${timesWords(returns)}. A third time locks redriving it.`;
  }
  return null;
}
