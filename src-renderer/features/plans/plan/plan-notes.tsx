import type { Plan } from '#shared/contract/jobs/plans.ts';
import type { Failure } from '#shared/contract/result.ts';
import { Note } from '#renderer/ui/note/note.tsx';

export interface PlanNotesProps {
  readonly plan: Pick<Plan, 'cannotStart'>;
  readonly expired: boolean;
  readonly failure: Failure | undefined;
}

/** Why this plan does not start: for good, by now, or just then. */
export function PlanNotes({ plan: { cannotStart }, expired, failure }: PlanNotesProps) {
  return (
    <>
      {cannotStart === null ? null : (
        <Note tone="warn" flat>
          <b>This plan cannot be started.</b> {cannotStart}
        </Note>
      )}
      {expired ? (
        <Note tone="warn" flat live>
          <b>The plan has expired.</b> What it read is too old to be started. Nothing was done. Rehearse again
          for a new one.
        </Note>
      ) : null}
      {failure === undefined ? null : (
        <Note tone="bad" flat live>
          <b>Nothing was started.</b> {failure.message}
          {failure.reference === '' ? '' : ` Reference ${failure.reference}`}
        </Note>
      )}
    </>
  );
}
