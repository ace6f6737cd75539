import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { useDelayed } from '#renderer/ui/skeleton/use-delayed.ts';

/** Old rows under a new form look like its answer, so it is said that they are not. */
export function ChangedNote({ onAsk }: { readonly onAsk: () => void }) {
  // Back and forward fill the form a moment after the address.
  const isDue = useDelayed(afterMs);
  if (!isDue) return null;
  return (
    <Note
      flat
      live
      action={
        <Button size="sm" icon="play" onClick={onAsk}>
          Ask
        </Button>
      }
    >
      The form has changed since this was asked.
    </Note>
  );
}

const afterMs = 150;
