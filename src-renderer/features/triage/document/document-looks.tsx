import type { Batch } from '#shared/contract/triage/batches.ts';
import type { OpenDocument, PassportEvent } from '#shared/contract/triage/documents.ts';
import { TabPanel, Tabs } from '#renderer/ui/tabs/tabs.tsx';
import { countWords } from '../parts/use-pages.ts';
import type { Pages } from '../parts/use-pages.ts';
import type { DocumentLook } from '../triage-address.ts';
import type { TriagePageProps } from '../triage-page-props.ts';
import styles from './document.module.css';
import { Fields } from './fields.tsx';
import { Passport } from './passport.tsx';
import { Stages } from './stages.tsx';
import type { DocumentName } from './use-document.ts';

interface DocumentLooksProps extends Pick<TriagePageProps, 'renderItem'> {
  readonly name: DocumentName;
  readonly document: OpenDocument;
  /** For its thresholds; undefined while it is not known. */
  readonly batch: Batch | undefined;
  readonly passport: Pages<PassportEvent>;
  readonly look: DocumentLook;
  readonly onLook: (look: DocumentLook) => void;
}

export function DocumentLooks(props: DocumentLooksProps) {
  const { name, document, batch, passport, look, onLook, renderItem } = props;
  const { tenantId, batchId, documentId } = name;
  return (
    <Tabs
      label="Document"
      className={styles.looks}
      value={look}
      onChange={onLook}
      tabs={[
        { value: 'fields', label: 'Fields', count: document.fields.length },
        { value: 'passport', label: 'Passport', count: countWords(passport) },
        { value: 'stages', label: 'Stages and cost' },
        { value: 'item', label: 'Item' },
      ]}
    >
      <TabPanel value="fields" className={styles.panel ?? ''}>
        <Fields name={name} document={document} batch={batch} />
      </TabPanel>
      <TabPanel value="passport" className={styles.panel ?? ''}>
        <Passport pages={passport} error={document.error} />
      </TabPanel>
      <TabPanel value="stages" className={styles.panel ?? ''}>
        <Stages document={document} />
      </TabPanel>
      <TabPanel value="item" className={styles.panel ?? ''}>
        {renderItem({ pattern: 'documentById', params: { tenantId, batchId, documentId } })}
      </TabPanel>
    </Tabs>
  );
}
