import type { Batch } from '#shared/contract/triage/batches.ts';
import { documentStatuses } from '#shared/domain/document-status.ts';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Menu } from '#renderer/ui/menu/menu.tsx';
import { MenuItem } from '#renderer/ui/menu/menu-items.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import type { GoTriage } from '../triage-address.ts';
import styles from './documents-table.module.css';
import { documentTabs, sourceWords, tabWords } from './which-documents.ts';
import type { DocumentTab, WhichDocuments } from './which-documents.ts';

export interface DocumentsHeadProps {
  readonly batch: Batch;
  readonly tab: DocumentTab;
  readonly go: GoTriage;
}

/** Which documents of the batch; the figures are the batch item's own. */
export function DocumentsHead({ batch, tab, go }: DocumentsHeadProps) {
  const { shown, more } = documentTabs(batch.counts, batch.documentCount, tab.which);
  const choose = (documents: string) => {
    const which: WhichDocuments = documentStatuses.find((status) => status === documents) ?? 'all';
    go({ documents: which, group: null }, 'replace');
  };
  return (
    <span className={styles.head}>
      <h3 className={styles.title}>Documents</h3>
      <Segmented
        label="Which documents"
        size="sm"
        value={tab.which}
        onChange={choose}
        options={shown.map((one) => ({ value: one.which, label: tabWords(one) }))}
      />
      {more.length === 0 ? null : (
        <Menu trigger={<IconButton icon="more" size="sm" label="Other documents" />}>
          {more.map((one) => (
            <MenuItem key={one.which} onSelect={() => choose(one.which)}>
              {tabWords(one)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <IconButton icon="info" size="sm" label={sourceWords(tab)} />
    </span>
  );
}
