import { useId, useState, type FormEvent } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { getEnvironmentToType, focusWrong, emptyConfirmation, findSaveErrors } from '../save/save-rules.ts';
import { ChangeList, ReasonFields, SaveFailure } from '../save/save-side.tsx';
import styles from '../save/save.module.css';
import type { Saving } from '../save/use-save.ts';
import { useLastShown } from '../use-last-shown.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { suggestReason, formatRowName, type HistoryRow } from './workflow-history.ts';
import { messages } from '../messages.ts';

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
export function RevertDialog({ row: chosen, ...rest }: RevertDialogProps) {
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
        <form id={formId} className={styles.dialogForm} noValidate onSubmit={(event) => void submit(event)}>
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
