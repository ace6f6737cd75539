import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import { Chip } from '#renderer/ui/chip/chip.tsx';

/** What has to be known of a message before it is sent again. */
export function MessageMarks({
  row: { returns, isPoison, sentBefore },
}: {
  readonly row: Pick<MessageRow, 'returns' | 'isPoison' | 'sentBefore'>;
}) {
  return (
    <>
      {isPoison ? (
        <span title="It has come back too often: redriving it is locked until somebody gives a reason">
          <Chip tone="failed" icon="lock">{`back ${String(returns)} times`}</Chip>
        </span>
      ) : returns > 0 ? (
        <span title="It was redriven before, and came back">
          <Chip>{returns === 1 ? 'back once' : `back ${String(returns)} times`}</Chip>
        </span>
      ) : null}
      {sentBefore === null ? null : (
        <span title={sentWords[sentBefore]}>
          <Chip tone="review" icon="warning">
            {sentBefore === 'sent' ? 'sent' : 'maybe sent'}
          </Chip>
        </span>
      )}
    </>
  );
}

const sentWords = {
  sent: 'A redrive of this console has sent it; what is left is to delete it here. It is not sent again',
  uncertain: 'A redrive of this console may have sent it: no answer came. Sending it again may run it twice',
};
