import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { whyNotEdit, whyNotPlan } from './chosen-messages.ts';
import type { Chosen } from './chosen-messages.ts';
import { whyNotMove } from '../move/move-words.ts';
import styles from './queue-pane.module.css';
import type { QueueActions } from './use-queue-actions.ts';

interface QueueToolbarProps {
  readonly queue: DeadLetterQueue;
  readonly connection: ConnectionSummary | null;
  readonly chosen: Chosen;
  readonly whyNotAct: string | undefined;
  readonly actions: QueueActions;
}

/** What can be done with the queue, a group of it, or exactly the selected messages. */
export function QueueToolbar({ queue, connection, chosen, whyNotAct, actions }: QueueToolbarProps) {
  const isProduction = connection?.environment === 'production';
  const mayEdit = connection?.editAndRedrive === true;
  const notChosen = whyNotAct ?? whyNotPlan(chosen);
  const name = connection?.name ?? 'this connection';
  const notEdited = whyNotAct ?? (mayEdit ? undefined : offWords(name)) ?? whyNotEdit(chosen);
  const { redrive, discard } = labels[chosen.by];
  return (
    <>
      <div className={styles.toolbar}>
        <Button
          variant={isProduction ? 'production' : 'default'}
          icon="play"
          disabled={whyNotAct ?? whyNotMove(queue) ?? false}
          onClick={actions.moveAll}
        >
          Redrive all…
        </Button>
        <Button
          variant={isProduction ? 'default' : 'primary'}
          disabled={notChosen ?? false}
          onClick={actions.redrive}
        >
          {redrive}
        </Button>
        <Button
          icon="edit"
          className={styles.spare}
          title={notEdited === undefined ? 'Edit and redrive' : undefined}
          disabled={notEdited ?? false}
          onClick={actions.edit}
        >
          <span className={styles.brief}>Edit and redrive</span>
        </Button>
        <Button
          variant="danger"
          icon="trash"
          title={notChosen === undefined ? discard : undefined}
          className={classNames(styles.spare, styles.last)}
          disabled={notChosen ?? false}
          onClick={actions.discard}
        >
          <span className={styles.brief}>{discard}</span>
        </Button>
      </div>
      {whyNotAct !== undefined || !mayEdit ? (
        <p className={styles.lock}>
          <Icon name="lock" size={14} />
          {whyNotAct ?? offWords(name)}
        </p>
      ) : null}
    </>
  );
}

const labels = {
  group: { redrive: 'Redrive group…', discard: 'Discard group…' },
  selection: { redrive: 'Redrive selected…', discard: 'Discard…' },
  message: { redrive: 'Redrive this one…', discard: 'Discard this one…' },
  nothing: { redrive: 'Redrive selected…', discard: 'Discard…' },
} as const;

function offWords(connection: string): string {
  return `Edit and redrive is off in ${connection}: SQS cannot swap a body, so both copies could run.`;
}
