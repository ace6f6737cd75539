import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import { poisonReturns } from '#shared/domain/dead-letters/provenance.ts';
import { timesWords } from './message-lineage.ts';

/** What somebody should know before they send it back; null where there is nothing. */
export function messageAdvice({
  returns,
  isPoison,
  sentBefore,
}: Pick<MessageRow, 'returns' | 'isPoison' | 'sentBefore'>): string | null {
  if (sentBefore === 'uncertain') {
    return 'A redrive of this console may have sent it, or not. Look what became of its document before it is sent again.';
  }
  if (sentBefore === 'sent') {
    return 'A redrive of this console has sent it and could not delete it here. It is deleted with the next redrive, and not sent again.';
  }
  if (isPoison) {
    return `It has come back ${timesWords(returns)}. Redriving it is locked until somebody gives a reason.`;
  }
  if (returns === poisonReturns - 1) {
    return `It has come back ${timesWords(returns)}. A third time locks redriving it.`;
  }
  return null;
}
