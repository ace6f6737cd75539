import { useState, type RefObject, useId, type FormEvent } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { exactUtc, useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { VisuallyHidden, visuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Saving } from '../save/use-save.ts';
import { formatDayAndTime, formatShare } from '../threshold-text.ts';
import { WorkflowsFailure } from '../workflows-failure.tsx';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { whyNotSaveThresholds } from '#shared/permissions.ts';
import styles from '../workflows.module.css';
import {
  toHistoryRows,
  isAhead,
  describeReason,
  formatRowName,
  type HistoryReading,
  type HistoryRow,
  suggestReason,
} from './workflow-history.ts';
import { messages } from '../messages.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { getEnvironmentToType, focusWrong, emptyConfirmation, findSaveErrors } from '../save/save-rules.ts';
import { ChangeList, ReasonFields, SaveFailure } from '../save/save-side.tsx';
import saveStyles from '../save/save.module.css';
import { useLastShown } from '../use-last-shown.ts';

interface HistoryProps {
  readonly sectionRef: RefObject<HTMLElement | null>;
  readonly workflow: Workflow;
  readonly reading: HistoryReading;
  readonly nameOf: (id: string) => string;
  readonly person: PersonHere;
  readonly saving: Saving;
  readonly onReadAgain: () => void;
}

/** Lists every version with its reason, newest first. Any of them can be restored. */
export function History(props: HistoryProps) {
  const { sectionRef, workflow, reading, nameOf, person, saving, onReadAgain } = props;
  const [reverting, setReverting] = useState<HistoryRow | null>(null);
  const now = useNow(60_000);
  const { events, isRead, complete, failure, lastRru } = reading;
  const rows = toHistoryRows(events, workflow, complete);
  return (
    <section ref={sectionRef} tabIndex={-1} className={styles.history} aria-label="History">
      <PaneHead title="History" hint={messages.history.revertable} />
      {isRead && isAhead(events, workflow) ? (
        <Note
          flat
          live
          tone="warn"
          action={
            <Button size="sm" variant="ghost" onClick={onReadAgain}>
              Read again
            </Button>
          }
        >
          {messages.history.changedSince}
        </Note>
      ) : null}
      {isRead ? (
        <>
          <HistoryTable
            rows={rows}
            now={now}
            nameOf={nameOf}
            whyNotRevert={whyNotSaveThresholds(person.me, person.connection, workflow.tenantId)}
            onRevert={setReverting}
          />
          <p className={styles.end}>
            {complete ? (
              events.length === 1 ? (
                messages.history.oneVersion
              ) : (
                messages.history.versions(events.length)
              )
            ) : (
              <Button size="sm" variant="ghost" loading={reading.reading} onClick={reading.readOn}>
                {lastRru === undefined ? 'Older versions' : `Older versions, about ${String(lastRru)} RRU`}
              </Button>
            )}
          </p>
        </>
      ) : failure === undefined ? (
        <SkeletonRows rows={4} label="Reading the history" />
      ) : null}
      {failure === undefined ? null : (
        <WorkflowsFailure
          failure={failure}
          title={messages.history.notRead}
          notDone={messages.history.stillKnown}
          onRetry={reading.readAgain}
          retrying={reading.reading}
        />
      )}
      <RevertDialog
        row={reverting}
        workflow={workflow}
        person={person}
        saving={saving}
        now={now}
        onClose={() => setReverting(null)}
        focusAfter={() => sectionRef.current}
      />
    </section>
  );
}

interface HistoryTableProps {
  readonly rows: readonly HistoryRow[];
  readonly now: number;
  readonly nameOf: (id: string) => string;
  /** The reason why this person cannot revert; undefined if they can. */
  readonly whyNotRevert: string | undefined;
  readonly onRevert: (row: HistoryRow) => void;
}

function HistoryTable({ rows, now, nameOf, whyNotRevert, onRevert }: HistoryTableProps) {
  return (
    <table className={styles.table}>
      <caption className={visuallyHidden}>{messages.history.list}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.version}>
            Version
          </th>
          <th scope="col" className={styles.when}>
            When
          </th>
          <th scope="col" className={styles.who}>
            Who
          </th>
          <th scope="col" className={styles.share}>
            Confidence
          </th>
          <th scope="col" className={styles.share}>
            Review
          </th>
          <th scope="col">Reason</th>
          <th scope="col" className={styles.act}>
            <VisuallyHidden>Live, or revert to it</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.event.eventId}
            row={row}
            now={now}
            who={row.event.actor === null ? 'unknown' : nameOf(row.event.actor)}
            whyNotRevert={whyNotRevert}
            onRevert={onRevert}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<HistoryTableProps, 'now' | 'whyNotRevert' | 'onRevert'> {
  readonly row: HistoryRow;
  readonly who: string;
}

function Row({ row, now, who, whyNotRevert, onRevert }: RowProps) {
  const { event, version, thresholds, changed, isLive, differs } = row;
  const reason = describeReason(event);
  const at = Date.parse(event.at ?? '');
  return (
    <tr data-changed={changed || undefined}>
      <th scope="row" className={styles.version}>
        {version === null ? 'unknown' : version}
      </th>
      <td className={styles.when} title={Number.isNaN(at) ? undefined : exactUtc(at)}>
        {formatDayAndTime(event.at, now)}
      </td>
      <td className={styles.cut} title={who}>
        {who}
      </td>
      <td className={styles.share}>{formatShare(thresholds?.confidenceThreshold ?? null)}</td>
      <td className={styles.share}>{formatShare(thresholds?.reviewThreshold ?? null)}</td>
      <td>
        {reason.what === null ? null : <span className={styles.what}>{reason.what}</span>}
        {reason.why}
        {event.settings.map(({ name, before, after }) => (
          <span key={name} className={styles.setting}>
            {messages.history.setting(name, before, after)}
          </span>
        ))}
        {event.problems.length === 0 ? null : (
          <span className={styles.problem}>
            <Icon name="warning" size={12} /> {event.problems.join('; ')}
          </span>
        )}
      </td>
      <td className={styles.act}>
        {isLive ? (
          <span className={styles.live}>
            <Icon name="check" size={12} /> LIVE
          </span>
        ) : differs ? (
          <Button
            size="sm"
            variant="ghost"
            icon="undo"
            aria-label={`Revert to ${formatRowName(row, now)}…`}
            disabled={whyNotRevert ?? false}
            onClick={() => onRevert(row)}
          >
            Revert…
          </Button>
        ) : (
          <span className={styles.same}>same as live</span>
        )}
      </td>
    </tr>
  );
}

interface RevertDialogProps {
  readonly row: HistoryRow | null;
  readonly workflow: Workflow;
  readonly person: PersonHere;
  readonly saving: Saving;
  readonly now: number;
  readonly onClose: () => void;
  /** The button that opened the dialog may be gone, because its version is now live. */
  readonly focusAfter: () => HTMLElement | null;
}

/** Reverts to an older version by saving its values as a new one. */
function RevertDialog({ row: chosen, ...rest }: RevertDialogProps) {
  const { connection } = rest.person;
  const row = useLastShown(chosen);
  const isOpen = chosen !== null;
  return (
    <Dialog
      open={isOpen}
      onClose={rest.onClose}
      title={row === null ? 'Revert' : `Revert to ${formatRowName(row, rest.now)}`}
      aside={
        connection === null ? null : (
          <EnvironmentChip environment={connection.environment} name={connection.name} />
        )
      }
      sticky
      focusAfter={rest.focusAfter}
    >
      {row === null || row.thresholds === null ? null : (
        <RevertForm {...rest} key={row.event.eventId} row={row} to={row.thresholds} isOpen={isOpen} />
      )}
    </Dialog>
  );
}

interface RevertFormProps extends Omit<RevertDialogProps, 'row'> {
  readonly row: HistoryRow;
  readonly to: Thresholds;
  /** False while the dialog closes, so that a second Enter does not save twice. */
  readonly isOpen: boolean;
}

/** The form is mounted with the popup, so the text typed for one version is gone before the next. */
function RevertForm({ row, to, isOpen, workflow, person, saving, now, onClose }: RevertFormProps) {
  const formId = useId();
  const [said, setSaid] = useState(() => ({ ...emptyConfirmation, reason: suggestReason(row, now) }));
  const [tried, setTried] = useState(false);
  const environment = getEnvironmentToType(person.connection);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (!isOpen || focusWrong(event.currentTarget, findSaveErrors(said, environment))) return;
    const end = await saving.save({
      thresholds: to,
      reason: said.reason,
      typedEnvironment: environment === null ? null : said.environment.trim(),
      over: workflow,
      from: 'history',
    });
    if (end !== 'failed') onClose();
  }

  return (
    <>
      <DialogBody>
        <DialogDescription>{messages.history.becomesNext}</DialogDescription>
        <ChangeList from={workflow} to={to} />
        <form
          id={formId}
          className={saveStyles.dialogForm}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <ReasonFields
            said={said}
            onChange={setSaid}
            errors={tried ? findSaveErrors(said, environment) : {}}
            environment={environment}
          />
        </form>
        <SaveFailure saving={saving} from="history" />
      </DialogBody>
      <DialogFoot start={messages.history.audit}>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          form={formId}
          variant={environment === null ? 'primary' : 'production'}
          icon="undo"
          loading={saving.isSaving}
        >
          Revert
        </Button>
      </DialogFoot>
    </>
  );
}
