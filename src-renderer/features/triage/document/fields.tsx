import type { Batch } from '#shared/contract/triage/batches.ts';
import type { Field, OpenDocument } from '#shared/contract/triage/documents.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { Checks } from './checks.tsx';
import styles from './document.module.css';
import { fieldColumns } from './field-columns.tsx';
import type { DocumentName } from './use-document.ts';
import { useRevealed } from './use-revealed.ts';

interface FieldsProps {
  readonly name: DocumentName;
  readonly document: OpenDocument;
  readonly batch: Batch | undefined;
}

/** How surely each field was read and by whom; its value only when somebody asks to see it. */
export function Fields({ name, document, batch }: FieldsProps) {
  const values = useRevealed(name);
  const { confidenceThreshold = null, reviewThreshold = null } = batch ?? {};
  const columns = fieldColumns({ confidenceThreshold, reviewThreshold }, values);
  return (
    <div className={styles.fields}>
      <Checks document={document} />
      <div className={styles.table}>
        <DataTable
          label="Fields"
          primary
          columns={columns}
          rows={document.fields}
          rowId={fieldName}
          onOpen={({ name: field }) => values.reveal(field)}
          empty={<NoFields document={document} />}
        />
      </div>
      {document.fields.length === 0 ? null : (
        <p className={styles.foot}>
          {confidenceThreshold === null || reviewThreshold === null
            ? 'Its batch does not say which thresholds it was started with.'
            : `Under ${String(confidenceThreshold)} a document fails, under ${String(reviewThreshold)} somebody has to look: the thresholds of its batch.`}{' '}
          Showing a value reads it again, for you alone, and is written to the audit trail.
        </p>
      )}
    </div>
  );
}

function NoFields({ document }: { readonly document: OpenDocument }) {
  return document.resultsInS3 ? (
    <EmptyState title="Its fields are in S3">
      <p>They would have made the item too large. The item keeps where they are, and is under Item.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No field was read from it">
      <p>{noFieldsWords(document.status)}</p>
    </EmptyState>
  );
}

function noFieldsWords(status: OpenDocument['status']): string {
  if (status === 'FAILED') return 'It failed before its fields were known; its passport says what happened.';
  if (status === 'QUEUED' || status === 'PROCESSING') return 'Its run has not come that far.';
  return 'Its item has none; what it has is under Item.';
}

const fieldName = ({ name }: Field) => name;
