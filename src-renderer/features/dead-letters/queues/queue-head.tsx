import type { DeadLetterQueue } from '#shared/contract/dead-letters.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CaseLink } from '#renderer/ui/case-link.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import inline from '#renderer/ui/inline.module.css';
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from '#renderer/ui/menu.tsx';
import { ExpiryRing } from '#renderer/ui/progress.tsx';
import { casePlaces } from '#shared/domain/case-link.ts';
import { whyNotMove } from '../actions/move-rules.ts';
import { messages } from '../messages.ts';
import type { ExportChoice } from '../sample/held-sample.ts';
import { whyNotEdit, whyNotPlan, type Chosen, type QueueActions } from './queue-actions.ts';
import styles from './queue-pane.module.css';
import { describeDepth, findExpiry } from './queue-status.ts';
import { AlarmMark } from './queues-pane.tsx';

interface QueueHeadProps {
  readonly queue: DeadLetterQueue;
  readonly now: number;
  /** The number of messages an export would contain: the selected ones, or else the whole sample. */
  readonly count: number;
  readonly mayExportWhole: boolean;
  readonly onExport: (choice: ExportChoice) => void;
  readonly showsMoves: boolean;
  readonly onShowMoves: (shows: boolean) => void;
}

export function QueueHead(props: QueueHeadProps) {
  const { queue, now, count, mayExportWhole, onExport, showsMoves, onShowMoves } = props;
  const expiry = findExpiry(queue, now);
  const sources = queue.sources.map(({ name }) => name).join(', ');
  const isListed = !queue.lacks.some(({ part }) => part === 'sources');
  return (
    <header className={styles.head}>
      <h2 className={styles.name} title={queue.name}>
        {queue.name}
      </h2>
      <AlarmMark alarm={queue.alarm} inFlight={queue.depth.inFlight ?? 0} now={now} />
      <span className={classNames(inline.hint, styles.facts)} title={describeDepth(queue.depth)}>
        {sources !== ''
          ? messages.queue.from(sources)
          : isListed
            ? messages.queue.noSources
            : messages.queue.sourcesNotListed}
      </span>
      {expiry === undefined ? null : (
        <span className={styles.expiry} title={expiry.words}>
          <ExpiryRing left={expiry.left} words={expiry.span} tone={expiry.tone} />
        </span>
      )}
      <CaseLink
        isBare
        place={casePlaces.queue(queue.name)}
        says={messages.queue.case(queue.name, describeDepth(queue.depth))}
      />
      <Menu align="end" trigger={<IconButton icon="more" size="sm" label={messages.queue.moreActions} />}>
        <MenuItem
          icon="export"
          disabled={count === 0}
          onSelect={() => onExport({ format: 'json', isWhole: false })}
        >
          {messages.queue.exportJson(count)}
        </MenuItem>
        <MenuItem
          icon="export"
          disabled={count === 0}
          onSelect={() => onExport({ format: 'csv', isWhole: false })}
        >
          {messages.queue.exportCsv(count)}
        </MenuItem>
        <MenuItem
          icon="reveal"
          disabled={count === 0 || !mayExportWhole}
          hint={mayExportWhole ? messages.queue.audited : messages.queue.adminsOnly}
          onSelect={() => onExport({ format: 'json', isWhole: true })}
        >
          {messages.queue.exportWhole(count)}
        </MenuItem>
        <MenuSeparator />
        <MenuCheckItem checked={showsMoves} onChange={onShowMoves}>
          {messages.queue.showMoves}
        </MenuCheckItem>
      </Menu>
    </header>
  );
}

interface QueueToolbarProps {
  readonly queue: DeadLetterQueue;
  readonly connection: ConnectionSummary | null;
  readonly chosen: Chosen;
  readonly whyNotAct: string | undefined;
  readonly actions: QueueActions;
}

/** Offers the actions on the queue, on a group of it, or on exactly the selected messages. */
export function QueueToolbar({ queue, connection, chosen, whyNotAct, actions }: QueueToolbarProps) {
  const isProduction = connection?.environment === 'production';
  const mayEdit = connection?.editAndRedrive === true;
  const notChosen = whyNotAct ?? whyNotPlan(chosen);
  const name = connection?.name ?? messages.queue.thisConnection;
  const notEdited = whyNotAct ?? (mayEdit ? undefined : describeEditOff(name)) ?? whyNotEdit(chosen);
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
          {messages.queue.redriveAll}
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
          title={notEdited === undefined ? messages.queue.edit : undefined}
          disabled={notEdited ?? false}
          onClick={actions.edit}
        >
          <span className={styles.brief}>{messages.queue.edit}</span>
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
          {whyNotAct ?? describeEditOff(name)}
        </p>
      ) : null}
    </>
  );
}

const labels = {
  group: { redrive: messages.queue.redriveGroup, discard: messages.queue.discardGroup },
  selection: { redrive: messages.queue.redriveSelected, discard: messages.queue.discard },
  message: { redrive: messages.queue.redriveMessage, discard: messages.queue.discardMessage },
  nothing: { redrive: messages.queue.redriveSelected, discard: messages.queue.discard },
} as const;

function describeEditOff(connection: string): string {
  return messages.queue.editOff(connection);
}
