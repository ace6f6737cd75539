import { Button } from '#renderer/ui/button/button.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';

/** Files live for 30 days and their batch for 90. */
export function FilesGone({ onLook }: { readonly onLook: () => void }) {
  return (
    <EmptyState
      title="The files of this batch are gone"
      actions={
        <Button size="sm" onClick={onLook}>
          Look for files that were left behind
        </Button>
      }
    >
      <p>Files are kept for 30 days and batches for 90, so only what the batch counted is still known.</p>
      <p>Nothing was read. A file with a wrong time to live may be there all the same.</p>
    </EmptyState>
  );
}
