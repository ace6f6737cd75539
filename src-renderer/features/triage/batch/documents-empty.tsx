import type { Batch } from '#shared/contract/triage/batches.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import type { GoTriage } from '../triage-address.ts';
import { otherItemsWords } from '../parts/use-pages.ts';
import { endWords } from './list-words.ts';
import type { DocumentList } from './document-list.ts';
import type { DocumentTab } from './which-documents.ts';

export interface DocumentsEmptyProps {
  readonly batch: Batch;
  readonly tab: DocumentTab;
  readonly list: DocumentList;
  readonly group: string | null;
  readonly go: GoTriage;
}

/** Why there is no row: none of the kind, none read yet, or none where they were looked for. */
export function DocumentsEmpty({ batch, tab, list, group, go }: DocumentsEmptyProps) {
  if (group !== null && list.rows.length > 0) {
    return (
      <EmptyState
        title={`None of the ${grouped(list.rows.length)} listed is of group ${group}`}
        actions={
          <Button size="sm" onClick={() => go({ group: null }, 'replace')}>
            Show every group
          </Button>
        }
      />
    );
  }
  if (list.readOn !== undefined) {
    return (
      <EmptyState
        title={
          list.turns
            ? 'Nothing is PROCESSING'
            : `None of the ${grouped(list.read)} read so far is ${tab.label}`
        }
        actions={
          <Button size="sm" loading={list.reading} onClick={list.readOn}>
            {list.turns ? 'Look in the base table' : 'Read on'}
          </Button>
        }
      >
        {endWords(tab, list)}
      </EmptyState>
    );
  }
  if (tab.count !== null && tab.count > 0) {
    return (
      <EmptyState
        title={`GSI2 lists none of the ${grouped(tab.count)} that this batch counts`}
        actions={
          <Button size="sm" onClick={() => go({ documents: 'all', group: null }, 'replace')}>
            Look in the batch itself
          </Button>
        }
      >
        A document leaves that index some time after it ended. It is not gone.
      </EmptyState>
    );
  }
  const others = otherItemsWords(list.others);
  return <EmptyState title={nothingWords(tab, batch)}>{others === '' ? null : others}</EmptyState>;
}

function nothingWords({ which }: DocumentTab, { received }: Batch): string {
  if (which === 'FAILED') return 'Nothing failed in this batch';
  if (which === 'REVIEW_REQUIRED') return 'Nothing in this batch waits for review';
  if (which === 'PROCESSING') return 'Nothing of this batch is left to be done';
  if (which !== 'all') return `Nothing in this batch is ${which}`;
  return received === 0 ? 'No file of this batch has arrived yet' : 'This batch has no documents';
}
