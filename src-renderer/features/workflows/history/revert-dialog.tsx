import type { Workflow } from '#shared/contract/triage/tenants.ts';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { Dialog } from '#renderer/ui/dialog/dialog.tsx';
import type { Saving } from '../save/use-save.ts';
import { useLastShown } from '../use-last-shown.ts';
import type { Person } from '../use-person.ts';
import type { HistoryRow } from './history-rows.ts';
import { rowName } from './history-words.ts';
import { RevertForm } from './revert-form.tsx';

export interface RevertDialogProps {
  readonly row: HistoryRow | null;
  readonly workflow: Workflow;
  readonly person: Person;
  readonly saving: Saving;
  readonly now: number;
  readonly onClose: () => void;
  /** Its button may be gone: what was reverted to is live. */
  readonly focusAfter: () => HTMLElement | null;
}

/** One step back: what an older version said becomes a new one. */
export function RevertDialog({ row: chosen, ...rest }: RevertDialogProps) {
  const { connection } = rest.person;
  const row = useLastShown(chosen);
  const isOpen = chosen !== null;
  return (
    <Dialog
      open={isOpen}
      onClose={rest.onClose}
      title={row === null ? 'Revert' : `Revert to ${rowName(row, rest.now)}`}
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
