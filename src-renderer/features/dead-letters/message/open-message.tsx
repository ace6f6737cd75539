import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { usePerson } from '../queues/use-person.ts';
import { LinkedDocument } from './linked-document.tsx';
import { MessageAttributes } from './message-attributes.tsx';
import { MessageBody } from './message-body.tsx';
import { MessageLineage } from './message-lineage.tsx';
import styles from './message-drawer.module.css';
import { useRevealed } from './use-revealed.ts';

/** Null: the message is about the whole batch, as what is told to a customer is. With a run: its execution. */
export type OpenDocument = (
  tenantId: string,
  batchId: string,
  documentId: string | null,
  run?: number,
) => void;

export interface OpenMessageProps {
  readonly queue: DeadLetterQueue;
  readonly detail: MessageDetail;
  readonly onOpenDocument: OpenDocument;
}

export function OpenMessage({ queue, detail, onOpenDocument }: OpenMessageProps) {
  const { row, cause, advice } = detail;
  const revealed = useRevealed(queue.name, row.messageId);
  // Main decides; what it would refuse is not offered.
  const mayReveal = usePerson().me?.role === 'admin';
  const isWarning = row.isPoison || row.sentBefore !== null;
  return (
    <>
      {isWarning && advice !== null ? <Note tone="warn">{advice}</Note> : null}
      {cause === null ? null : (
        <section className={styles.part}>
          <h3 className={styles.partTitle}>Why it could not be used</h3>
          <p className={styles.cause}>
            {cause.code === null ? null : <code>{cause.code}</code>} {cause.message}
          </p>
        </section>
      )}
      <MessageBody body={detail.body} revealed={revealed} mayReveal={mayReveal} />
      <MessageAttributes queue={queue} detail={detail} revealed={revealed} mayReveal={mayReveal} />
      <LinkedDocument detail={detail} onOpenDocument={onOpenDocument} />
      <MessageLineage lineage={detail.lineage} row={row} />
      {isWarning || advice === null ? null : <Note>{advice}</Note>}
    </>
  );
}
