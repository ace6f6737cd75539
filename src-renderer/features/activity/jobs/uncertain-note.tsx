import type { Job } from '#shared/contract/jobs/jobs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';

export interface UncertainNoteProps {
  readonly jobs: readonly Job[];
  readonly onOpen: (job: Job) => void;
}

/** What nobody but a person can settle stands above everything else. */
export function UncertainNote({ jobs, onOpen }: UncertainNoteProps) {
  const unclear = jobs.filter(({ counts }) => counts.uncertain > 0);
  const [newest] = unclear;
  if (newest === undefined) return null;
  const items = unclear.reduce((sum, { counts }) => sum + counts.uncertain, 0);
  const where = unclear.length === 1 ? '1 job' : `${grouped(unclear.length)} jobs`;
  return (
    <Note
      tone="warn"
      flat
      action={
        <Button size="sm" onClick={() => onOpen(newest)}>
          {unclear.length === 1 ? 'Show them' : 'Show the newest'}
        </Button>
      }
    >
      <b>{items === 1 ? '1 item is uncertain' : `${grouped(items)} items are uncertain`}</b> in {where}: the
      call went out and no answer was kept, so it may have been done or not. Nothing is sent again by itself.
      Each says how to find out.
    </Note>
  );
}
