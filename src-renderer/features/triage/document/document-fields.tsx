import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { ConfidenceBar, type KnownThresholds } from '#renderer/ui/confidence-bar.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Field, OpenDocument } from '#shared/contract/triage.ts';
import styles from './document-fields.module.css';
import { useRevealed, type DocumentName, type Revealed, type RevealedValue } from './use-document.ts';

interface FieldsProps {
  readonly name: DocumentName;
  readonly document: OpenDocument;
  readonly batch: Batch | undefined;
}

/** How surely each field was read and by whom; its value is shown only on request. */
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
      <p>{explainNoFields(document.status)}</p>
    </EmptyState>
  );
}

function explainNoFields(status: OpenDocument['status']): string {
  if (status === 'FAILED') return 'It failed before its fields were known; its passport says what happened.';
  if (status === 'QUEUED' || status === 'PROCESSING') return 'Its run has not come that far.';
  return 'Its item has none; what it has is under Item.';
}

const fieldName = ({ name }: Field) => name;

function fieldColumns(
  thresholds: KnownThresholds,
  { revealed, asked, reveal }: Revealed,
): readonly DataColumn<Field>[] {
  return [
    { id: 'name', title: 'Field', value: ({ name }) => name, strong: true, width: 148, sortable: true },
    {
      id: 'confidence',
      title: 'Confidence',
      value: ({ confidence }) => confidence,
      cell: ({ confidence }) => <ConfidenceBar confidence={confidence} thresholds={thresholds} />,
      width: 148,
      sortable: true,
    },
    {
      id: 'readBy',
      title: 'Read by',
      value: ({ readBy }) => readBy,
      text: ({ readBy, page }) => `${readBy ?? 'not known'}${page === null ? '' : `, p. ${String(page)}`}`,
      width: 112,
      sortable: true,
    },
    {
      id: 'flags',
      title: 'Why flagged',
      value: ({ flags }) => (flags.length === 0 ? null : flags.join(', ')),
      cell: ({ flags, readings }) => <FieldFlags flags={flags} readings={readings} />,
      min: 190,
      sortable: true,
    },
    {
      id: 'value',
      title: 'Value',
      value: ({ name }) => revealed.get(name)?.value,
      cell: ({ name }) => (
        <FieldValue
          field={name}
          value={revealed.get(name)}
          isAsked={asked.has(name)}
          onShow={() => reveal(name)}
        />
      ),
      min: 130,
    },
  ];
}

interface FieldValueProps {
  readonly field: string;
  readonly value: RevealedValue | undefined;
  readonly isAsked: boolean;
  readonly onShow: () => void;
}

function FieldValue({ field, value, isAsked, onShow }: FieldValueProps) {
  if (value === undefined) {
    return (
      <span className={styles.value}>
        <span className={styles.well}>masked</span>
        <Button
          size="sm"
          variant="ghost"
          icon="reveal"
          tabIndex={-1}
          loading={isAsked}
          aria-label={`Show the value of ${field}`}
          onClick={onShow}
        >
          Show
        </Button>
      </span>
    );
  }
  const others = value.readings.filter((reading) => reading.value !== value.value);
  const othersText = others.map((reading) => `${reading.reader}: ${reading.value}`).join(', ');
  return (
    <span className={styles.value}>
      <span className={styles.shown} title={value.value}>
        {value.value}
      </span>
      {others.length === 0 ? null : (
        <span className={styles.others} title={othersText}>
          {othersText}
        </span>
      )}
      <CopyButton text={value.value} label={`Copy the value of ${field}`} />
    </span>
  );
}

/** "below threshold", "readers disagree", "check failed": the reasons for a review. */
function FieldFlags({ flags, readings }: Pick<Field, 'flags' | 'readings'>) {
  const readers = readings
    .map(({ reader, confidence }) => `${reader} ${confidence === null ? '' : confidence.toFixed(2)}`.trim())
    .join(', ');
  if (flags.length === 0) return null;
  return (
    <span
      className={styles.flags}
      title={[flags.join(', '), readers === '' ? '' : `candidates of ${readers}`]
        .filter((part) => part !== '')
        .join('; ')}
    >
      <Icon name="warning" size={12} />
      <span className={styles.flagWords}>{flags.join(', ')}</span>
    </span>
  );
}

/** The checks over all fields, the confidence of the whole, and what else was read. */
function Checks({ document }: { readonly document: OpenDocument }) {
  const { checks, lineItems, score, reviewedBy, decision } = document;
  if (checks.length === 0 && lineItems === 0 && score === null && reviewedBy === null) return null;
  return (
    <ul className={styles.checks} aria-label="Checks">
      {score === null ? null : (
        <li>
          score <b>{score.toFixed(2)}</b>
        </li>
      )}
      {lineItems === 0 ? null : (
        <li>{lineItems === 1 ? '1 line item' : `${String(lineItems)} line items`}</li>
      )}
      {checks.map(({ name, passed }) => (
        <li key={name} className={classNames(styles.check, passed ? styles.passed : styles.notPassed)}>
          <Icon name={passed ? 'check' : 'close'} size={12} />
          {name}
          <VisuallyHidden>{passed ? ' passed' : ' failed'}</VisuallyHidden>
        </li>
      ))}
      {reviewedBy === null ? null : (
        <li>
          {decision === 'reject' ? 'rejected' : decision === 'approve' ? 'approved' : 'reviewed'} by{' '}
          {reviewedBy}
        </li>
      )}
    </ul>
  );
}
