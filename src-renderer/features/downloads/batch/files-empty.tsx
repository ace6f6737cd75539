import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import type { FileSets } from '#shared/domain/downloads/file-sets.ts';
import { fileWords } from '../strip/day-words.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import type { WhichFiles } from './use-files.ts';

interface FilesEmptyProps {
  readonly batch: DownloadBatch;
  readonly which: WhichFiles;
  readonly sets: FileSets;
  readonly onChoose: (which: WhichFiles) => void;
}

/** Why no file is listed: none of the kind, none yet, or all taken over. */
export function FilesEmpty({ batch, which, sets, onChoose }: FilesEmptyProps) {
  if (which === 'open') return <EmptyState title="Every file that is expected is completed or failed" />;
  if (which !== null) return <EmptyState title={`No file of this batch is ${which}`} />;
  if (sets.expected.length > 0) {
    return (
      <EmptyState
        title={`None of the ${fileWords(sets.expected.length)} expected is this batch's any more`}
        actions={
          sets.open.length === 0 ? undefined : (
            <Button size="sm" onClick={() => onChoose('open')}>
              Read the open ones by their keys
            </Button>
          )
        }
      >
        <p>A later batch has taken them over, or their time is over: files are kept for 30 days.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="This batch has queued no file">
      <p>
        {batch.status === 'initiated'
          ? 'Its poller has not asked for the files yet. Where it never does, close the batch and run the day again.'
          : 'It ended before it had asked for any.'}
      </p>
    </EmptyState>
  );
}
