import type { DeadLetterQueue, MessageGroup, Sample } from '#shared/contract/dead-letters.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { maySeeUnmasked, whyNotChangeMessages } from '#shared/permissions.ts';
import { useCauseMemories, useNoteOnCause, type CauseMemories } from '#renderer/contract/use-cause-memory.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { Button } from '#renderer/ui/button.tsx';
import { AttemptLine, CauseMemoryPanel } from '#renderer/ui/cause-memory.tsx';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { formatRelativeTime } from '#renderer/ui/relative-time.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { DiscardDialog } from '../actions/discard-dialog.tsx';
import { EditDialog } from '../actions/edit-dialog.tsx';
import { MoveAllDialog } from '../actions/move-all-dialog.tsx';
import { MoveHistory, useShownMoves } from '../actions/move-history.tsx';
import { messages } from '../messages.ts';
import { useExport, type HeldSample } from '../sample/held-sample.ts';
import { shortenId } from '../sample/message-columns.tsx';
import { SamplePart } from '../sample/sample-part.tsx';
import { describeRest, countUnread } from '../sample/sample-text.ts';
import { useQueueActions, type Dialogs } from './queue-actions.ts';
import { QueueHead, QueueToolbar } from './queue-head.tsx';
import { useQueueKeys } from './queue-keys.ts';
import styles from './queue-pane.module.css';
import type { QueuePaneProps } from './queue-pane.tsx';
import { sumDepth, describeLacks } from './queue-status.ts';

export interface QueueContentProps extends QueuePaneProps {
  readonly held: HeldSample;
  /** Reports the ids in the order of the table. */
  readonly onOrder: (ids: readonly string[]) => void;
}

export function QueueContent(props: QueueContentProps) {
  const { queue, address, go, person, held, selected, onSelect, sampler, choice, now } = props;
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

  const onlyGroup = sample?.groups.length === 1 ? sample.groups[0]?.fingerprint : undefined;
  const memories = useCauseMemories(sample?.groups.map(({ fingerprint }) => fingerprint) ?? noGroups);
  useShowReceipt('memory', memories.receipt);

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
      <GroupTiles
        sample={sample}
        depth={sumDepth(queue.depth)}
        chosen={group}
        memories={memories}
        now={now}
        onChoose={(next) => go({ group: next }, 'replace')}
      />
      <GroupMemory
        group={sample?.groups.find(({ fingerprint }) => fingerprint === (group ?? onlyGroup))}
        memories={memories}
        now={now}
      />
      <SampleNotes
        lacks={queue.lacks}
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

const noGroups: readonly string[] = [];

interface GroupTilesProps {
  readonly sample: Sample | null;
  readonly depth: number | null;
  readonly chosen: string | null;
  readonly memories: CauseMemories;
  readonly now: number;
  readonly onChoose: (fingerprint: string | null) => void;
}

/** Shows each cause of failure once, and how many messages have not been read. */
function GroupTiles({ sample, depth, chosen, memories, now, onChoose }: GroupTilesProps) {
  if (sample === null || sample.rows.length === 0) return null;
  const unread = countUnread(sample, depth);
  return (
    <ul className={styles.groups} aria-label={messages.groups.list}>
      {sample.groups.map((group) => {
        const isChosen = group.fingerprint === chosen;
        const memory = memories.of(group.fingerprint);
        const [attempt] = memory?.attempts ?? [];
        return (
          <li key={group.fingerprint} className={styles.cell}>
            <button
              type="button"
              className={styles.group}
              aria-pressed={isChosen}
              title={formatGroupTitle(group)}
              onClick={() => onChoose(isChosen ? null : group.fingerprint)}
            >
              <FingerprintChip fingerprint={group.fingerprint} />
              <span className={styles.count}>{grouped(group.messages)}</span>
              <span className={styles.pattern}>{group.pattern}</span>
              {group.cameBack === 0 ? null : (
                <span className={styles.memory}>{messages.memory.cameBack(group.cameBack)}</span>
              )}
              {attempt === undefined ? null : (
                <span className={styles.memory}>
                  <AttemptLine attempt={attempt} now={now} focusable={false} />
                </span>
              )}
              {memory?.note ? (
                <span className={styles.memory}>{messages.memory.note(memory.note.text)}</span>
              ) : null}
            </button>
          </li>
        );
      })}
      {unread === 0 ? null : (
        <li className={styles.cell}>
          <div className={styles.unread}>
            <span>{messages.groups.notSampled}</span>
            <span className={styles.count} title={messages.groups.estimate}>
              {grouped(unread)}
            </span>
            <span className={styles.pattern}>{describeRest(sample)}</span>
          </div>
        </li>
      )}
    </ul>
  );
}

interface GroupMemoryProps {
  /** The chosen group, or the only one. */
  readonly group: MessageGroup | undefined;
  readonly memories: CauseMemories;
  readonly now: number;
}

/** Shows what is known about the cause of a group, and lets a person write what to do about it. */
function GroupMemory({ group, memories, now }: GroupMemoryProps) {
  const memory = group && memories.of(group.fingerprint);
  const noting = useNoteOnCause(memory, memories.whyNotKept);
  usePageKeys(pageKeys.deadLetters, {
    note:
      memory !== undefined && noting.whyNot === undefined && noting.draft === null
        ? () => noting.onDraft(memory.note?.text ?? '')
        : undefined,
  });
  if (group === undefined) return null;
  return (
    <div className={styles.known}>
      {group.cameBack === 0 ? null : <p className={styles.memory}>{describeCameBack(group, now)}</p>}
      <CauseMemoryPanel
        key={group.fingerprint}
        memory={memory}
        whyNotKept={memories.whyNotKept}
        notRead={memories.failure}
        noting={noting}
        shortcut={pageKeys.deadLetters.note}
        now={now}
      />
    </div>
  );
}

/** "3 of 14 came back, last redriven from this computer 3 d ago" */
function describeCameBack({ cameBack, messages: count, lastRedriveAt }: MessageGroup, now: number): string {
  const at = Date.parse(lastRedriveAt ?? '');
  const when = Number.isNaN(at)
    ? ''
    : `, ${messages.memory.lastRedrive(formatRelativeTime(at, Math.max(at, now)))}`;
  return `${messages.memory.cameBackOf(cameBack, count)}${when}`;
}

function formatGroupTitle({ pattern, from, code }: MessageGroup): string {
  const by = from === 'cause' ? messages.groups.byCause(code) : messages.groups.byStructure;
  return `${pattern}\n${by}`;
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
