import { useState } from 'react';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';

/** What is odd about the item, said calmly: it is shown all the same. */
export function BatchNotes({ batch }: { readonly batch: Batch }) {
  const { problems, expired, catchingUp } = batch;
  return (
    <>
      {expired ? (
        <Note tone="warn" flat>
          <b>Expired, awaiting deletion.</b> Its time to live has passed, so nothing is offered to be done
          with it.
        </Note>
      ) : null}
      {problems.length === 0 ? null : <Problems problems={problems} />}
      {catchingUp ? (
        <Note flat live>
          <b>Index catching up.</b> This is the batch as its table has it now; its indexes follow in a moment.
        </Note>
      ) : null}
    </>
  );
}

/** The first few; an item that lacks everything would fill the page with saying so. */
function Problems({ problems }: { readonly problems: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? problems : problems.slice(0, atFirst);
  const more = problems.length - shown.length;
  return (
    <Note
      flat
      action={
        problems.length > atFirst ? (
          <Button size="sm" variant="ghost" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show ${String(more)} more`}
          </Button>
        ) : undefined
      }
    >
      <b>This item is not quite as declared.</b> {shown.join('; ')}. What it lacks is left open.
    </Note>
  );
}

const atFirst = 2;
