import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { ChangeList } from '../save/change-list.tsx';
import { focusWrong } from '../save/focus-wrong.ts';
import { ReasonFields } from '../save/reason-fields.tsx';
import { nothingSaid, saidErrors } from '../save/said-errors.ts';
import { SaveFailure } from '../save/save-failure.tsx';
import { environmentToType } from '../save/save-words.ts';
import saveStyles from '../save/save.module.css';
import type { HistoryRow } from './history-rows.ts';
import { revertReason } from './history-words.ts';
import type { RevertDialogProps } from './revert-dialog.tsx';

interface RevertFormProps extends Omit<RevertDialogProps, 'row'> {
  readonly row: HistoryRow;
  readonly to: Thresholds;
  /** A second Enter, while it closes, would save once more. */
  readonly isOpen: boolean;
}

/** Mounted with the popup, so what was typed for one version is gone before the next. */
export function RevertForm({ row, to, isOpen, workflow, person, saving, now, onClose }: RevertFormProps) {
  const formId = useId();
  const [said, setSaid] = useState(() => ({ ...nothingSaid, reason: revertReason(row, now) }));
  const [tried, setTried] = useState(false);
  const environment = environmentToType(person.connection);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (!isOpen || focusWrong(event.currentTarget, saidErrors(said, environment))) return;
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
        <DialogDescription>
          It becomes the next version. Batches in work keep the thresholds of their submission.
        </DialogDescription>
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
            errors={tried ? saidErrors(said, environment) : {}}
            environment={environment}
          />
        </form>
        <SaveFailure saving={saving} from="history" />
      </DialogBody>
      <DialogFoot start="Written to the audit trail.">
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
