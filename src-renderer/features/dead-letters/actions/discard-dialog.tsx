import type { CSSProperties } from 'react';
import type { DeadLetterQueue, MessageRow } from '#shared/contract/dead-letters.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EnvironmentChip, FingerprintChip } from '#renderer/ui/chip.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { DialogDescription, DialogFoot, DialogFrame, DialogHead } from '#renderer/ui/dialog.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { whyNotChangeMessages } from '#shared/permissions.ts';
import { messages } from '../messages.ts';
import { toDiscardTarget, listWarnings, whyNotThese } from '../queues/queue-actions.ts';
import { formatSubject } from '../sample/message-columns.tsx';
import styles from './actions.module.css';
import { usePlanOnceClosed, WhenGone } from './plan-once-closed.tsx';

interface DiscardDialogProps {
  readonly open: boolean;
  readonly queue: DeadLetterQueue;
  readonly rows: readonly MessageRow[];
  readonly onClose: () => void;
  readonly onPlan: (target: PlanTarget) => void;
}

/**
 * Discarding takes two steps, so that no one deletes by one press: the list of messages, then the plan, which
 * asks for the count.
 */
export function DiscardDialog({ open, queue, rows, onClose, onPlan }: DiscardDialogProps) {
  const { connection } = usePersonHere();
  const { plan, whenGone } = usePlanOnceClosed(onClose, onPlan);
  return (
    <DialogFrame open={open} onClose={onClose} size="lg" sticky>
      <DialogHead
        title={messages.discard.title(rows.length, queue.name)}
        beside={
          connection === null ? null : (
            <EnvironmentChip environment={connection.environment} name={connection.name} />
          )
        }
      />
      <DiscardLook rows={rows} onClose={onClose} onGoOn={() => plan(toDiscardTarget(queue.name, rows))} />
      <WhenGone run={whenGone} />
    </DialogFrame>
  );
}

interface DiscardLookProps {
  readonly rows: readonly MessageRow[];
  readonly onClose: () => void;
  readonly onGoOn: () => void;
}

/** The first step lists the messages and says what discarding means. */
function DiscardLook({ rows, onClose, onGoOn }: DiscardLookProps) {
  const { me, connection } = usePersonHere();
  const whyNot = whyNotChangeMessages(me, connection) ?? whyNotThese(rows);
  return (
    <>
      <div className={styles.says}>
        <DialogDescription>{messages.discard.effect}</DialogDescription>
        {listWarnings(rows).map((says) => (
          <Note key={says} tone="warn">
            {says}
          </Note>
        ))}
      </div>
      <div className={styles.table} style={{ '--rows': rows.length } as CSSProperties}>
        <DataTable
          label={messages.discard.table}
          head={<PaneTitle title={messages.discard.table} level={3} />}
          columns={columns}
          rows={rows}
          rowId={({ messageId }) => messageId}
          empty={null}
        />
      </div>
      <DialogFoot start={messages.discard.step}>
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button variant="danger" disabled={whyNot ?? false} onClick={onGoOn}>
          {messages.discard.goOn}
        </Button>
      </DialogFoot>
    </>
  );
}

const columns: readonly DataColumn<MessageRow>[] = [
  {
    id: 'message',
    title: 'Message',
    value: ({ messageId }) => messageId,
    mono: true,
    strong: true,
    text: ({ messageId }) => messageId.slice(0, 8),
    width: 92,
    hideable: false,
  },
  {
    id: 'group',
    title: 'Group',
    value: ({ fingerprint }) => fingerprint,
    cell: ({ fingerprint }) => <FingerprintChip fingerprint={fingerprint} />,
    width: 88,
  },
  {
    id: 'document',
    title: 'Document',
    value: formatSubject,
    mono: true,
    min: 140,
  },
  { id: 'receives', title: 'Receives', value: ({ receives }) => receives, align: 'end', width: 84 },
  {
    id: 'sent',
    title: 'Sent',
    value: ({ sentAt }) => (sentAt === null ? null : Date.parse(sentAt)),
    text: ({ sentAt }) => (sentAt === null ? 'unknown' : exactUtc(Date.parse(sentAt))),
    width: 200,
  },
];
