import type { DeadLetterQueue, Sample } from '#shared/contract/dead-letters.ts';
import { maySeeUnmasked, whyNotChangeMessages } from '#shared/permissions.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { DiscardDialog } from '../actions/discard-dialog.tsx';
import { EditDialog } from '../actions/edit-dialog.tsx';
import { MoveAllDialog } from '../actions/move-all-dialog.tsx';
import { MoveHistory, useShownMoves } from '../actions/move-history.tsx';
import { messages } from '../messages.ts';
import { useExport, type HeldSample } from '../sample/held-sample.ts';
import { shortenId } from '../sample/message-columns.tsx';
import { SamplePart } from '../sample/sample-part.tsx';
import { Groups } from './group-tiles.tsx';
import { useQueueActions, type Dialogs } from './queue-actions.ts';
import { QueueHead, QueueToolbar } from './queue-head.tsx';
import { useQueueKeys } from './queue-keys.ts';
import styles from './queue-pane.module.css';
import type { QueuePaneProps, UnreadQueue } from './queue-pane.tsx';
import { sumDepth, describeLacks } from './queue-status.ts';

export interface QueueContentProps extends QueuePaneProps {
  readonly held: HeldSample;
  /** Reports the ids in the order of the table. */
  readonly onOrder: (ids: readonly string[]) => void;
}

export function QueueContent(props: QueueContentProps) {
  const { queue, unread, address, go, person, held, selected, onSelect, sampler, choice, now } = props;
  const { sample } = held;
  const { name } = queue;
  const write = useExport(name);
  const moves = useShownMoves(queue);
  const { group } = address;
  const { chosen, actions, dialogs } = useQueueActions({
    queue: name,
    sample,
    selected,
    group,
    message: address.message,
  });
  const taking = sampler.takingOf(name);

  const take = () => sampler.take(name, choice.size, choice.holdSeconds);
  /** Each step back leaves one level: the message, the group, the selection. */
  function goBack(): void {
    if (address.message !== null) go({ message: null }, 'replace');
    else if (group !== null) go({ group: null }, 'replace');
    else onSelect(new Set());
  }
  const hold = useQueueKeys({ ...props, chosen, actions, onTake: take, onBack: goBack });

  const exported = chosen.by === 'nothing' || chosen.by === 'message' ? (sample?.rows ?? []) : chosen.rows;
  return (
    <section className={styles.pane} aria-label={messages.queue.region(name)}>
      <QueueHead
        queue={queue}
        now={now}
        count={exported.length}
        mayExportWhole={maySeeUnmasked(person.me)}
        onExport={(how) =>
          write(
            exported.map(({ messageId }) => messageId),
            how,
          )
        }
        showsMoves={moves.shows}
        onShowMoves={moves.setShows}
      />
      {unread === undefined ? null : <UnreadNote unread={unread} now={now} />}
      <QueueToolbar
        queue={queue}
        connection={person.connection}
        chosen={chosen}
        whyNotAct={whyNotChangeMessages(person.me, person.connection)}
        actions={actions}
      />
      {moves.shows ? (
        <div className={styles.moves}>
          <MoveHistory queue={queue} />
        </div>
      ) : null}
      <Groups
        sample={sample}
        depth={sumDepth(queue.depth)}
        chosen={group}
        now={now}
        onChoose={(next) => go({ group: next }, 'replace')}
      />
      <SampleNotes
        // The note above says already why moves are not listed.
        lacks={unread === undefined ? queue.lacks : queue.lacks.filter(({ part }) => part !== 'moves')}
        sample={sample}
        isKnown={held.isKnown}
        message={address.message}
        onForget={() => go({ message: null }, 'replace')}
      />
      <SamplePart {...props} hold={hold} taking={taking} onTake={take} onExport={write} />
      <VisuallyHidden>
        <output>
          {sample === null || taking?.isOver === false ? '' : messages.groups.held(sample.rows.length)}
        </output>
      </VisuallyHidden>
      <QueueDialogs queue={queue} dialogs={dialogs} />
    </section>
  );
}

interface UnreadNoteProps {
  readonly unread: UnreadQueue;
  readonly now: number;
}

/** Says why the queue is shown as it was. Its age is not read out each time that it grows. */
function UnreadNote({ unread: { why, readAt, isReading, readAgain }, now }: UnreadNoteProps) {
  return (
    <Note
      tone="warn"
      flat
      action={
        <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
          {messages.common.retry}
        </Button>
      }
    >
      <output>
        <b>{why}</b>
      </output>{' '}
      {messages.queue.lastKnown} <RelativeTime at={Math.min(Date.parse(readAt), now)} now={now} />
    </Note>
  );
}

interface SampleNotesProps {
  readonly sample: Sample | null;
  readonly lacks: DeadLetterQueue['lacks'];
  readonly isKnown: boolean;
  /** The message of the address. */
  readonly message: string | null;
  readonly onForget: () => void;
}

/** Shows the warnings about this sample that matter before acting on it. */
function SampleNotes({ sample, lacks, isKnown, message, onForget }: SampleNotesProps) {
  const rows = sample?.rows ?? [];
  const uncertain = rows.filter(({ sentBefore }) => sentBefore === 'uncertain').length;
  const isElsewhere = isKnown && message !== null && !rows.some(({ messageId }) => messageId === message);
  return (
    <>
      {describeLacks(lacks).map(({ what, why }) => (
        <Note key={what} tone="warn" flat>
          <b>{what}.</b> {why}
        </Note>
      ))}
      {uncertain === 0 ? null : (
        <Note tone="bad" flat>
          <b>{messages.groups.maybeSent(uncertain)}</b> {messages.groups.maybeSentNext(uncertain === 1)}
        </Note>
      )}
      {isElsewhere && message !== null ? (
        <Note
          flat
          action={
            <Button size="sm" variant="ghost" onClick={onForget}>
              {messages.common.close}
            </Button>
          }
        >
          Message <code>{shortenId(message)}</code> {messages.groups.messageElsewhere}
        </Note>
      ) : null}
    </>
  );
}

interface QueueDialogsProps {
  readonly queue: DeadLetterQueue;
  readonly dialogs: Dialogs;
}

/** Shows the dialogs that come before a plan, or before SQS moves the whole queue. */
function QueueDialogs({ queue, dialogs: { shown, isOpen, close } }: QueueDialogsProps) {
  const { plan } = usePlanning();
  if (shown === null) return null;
  if (shown.kind === 'move') return <MoveAllDialog open={isOpen} queue={queue} onClose={close} />;
  if (shown.kind === 'edit') {
    const { row } = shown;
    return (
      <EditDialog key={row.messageId} open={isOpen} queue={queue} row={row} onClose={close} onPlan={plan} />
    );
  }
  return <DiscardDialog open={isOpen} queue={queue} rows={shown.rows} onClose={close} onPlan={plan} />;
}
