import type { Sample } from '#shared/contract/dead-letters/messages.ts';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { lackWords } from '../queues/queue-words.ts';
import { shortId } from './message-columns.tsx';
import { messageWords } from './sample-words.ts';

interface SampleNotesProps {
  readonly sample: Sample | null;
  readonly lacks: DeadLetterQueue['lacks'];
  readonly isKnown: boolean;
  /** By the address. */
  readonly message: string | null;
  readonly onForget: () => void;
}

/** What somebody has to know of this sample before acting on it. */
export function SampleNotes({ sample, lacks, isKnown, message, onForget }: SampleNotesProps) {
  const rows = sample?.rows ?? [];
  const uncertain = rows.filter(({ sentBefore }) => sentBefore === 'uncertain').length;
  const isElsewhere = isKnown && message !== null && !rows.some(({ messageId }) => messageId === message);
  return (
    <>
      {lackWords(lacks).map(({ what, why }) => (
        <Note key={what} tone="warn" flat>
          <b>{what}.</b> {why}
        </Note>
      ))}
      {uncertain === 0 ? null : (
        <Note tone="bad" flat>
          <b>{`${messageWords(uncertain)} may have been sent already.`}</b> A redrive of this console got no
          answer for {uncertain === 1 ? 'it' : 'them'}. Nothing sends {uncertain === 1 ? 'it' : 'them'} again
          by itself; redriving may run {uncertain === 1 ? 'it' : 'them'} twice.
        </Note>
      )}
      {isElsewhere && message !== null ? (
        <Note
          flat
          action={
            <Button size="sm" variant="ghost" onClick={onForget}>
              Close
            </Button>
          }
        >
          Message <code>{shortId(message)}</code> is not among those held here. It may still be in the queue:
          sampling looks for it, and nothing else can.
        </Note>
      ) : null}
    </>
  );
}
