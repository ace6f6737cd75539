import { PersonName } from '#renderer/contract/names.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { ConfidenceBar, type KnownThresholds } from '#renderer/ui/confidence-bar.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { EmptyState } from '#renderer/ui/states.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Field, OpenDocument } from '#shared/contract/triage.ts';
import styles from './document.module.css';
import { messages as own } from './messages.ts';
import type { Revealed, RevealedValue } from './use-document.ts';
import { messages } from '../messages.ts';

interface FieldsProps {
  readonly document: OpenDocument;
  readonly batch: Batch | undefined;
  readonly revealed: Revealed;
  readonly onShowAll: () => void;
}

/** Shows the confidence and the readers of each field. Its value is shown only on request. */
export function Fields({ document, batch, revealed: values, onShowAll }: FieldsProps) {
  const { confidenceThreshold = null, reviewThreshold = null } = batch ?? {};
  const columns = buildFieldColumns({ confidenceThreshold, reviewThreshold }, values);
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
        <div className={styles.foot}>
          <p>
            {confidenceThreshold === null || reviewThreshold === null
              ? messages.document.noThresholds
              : messages.document.thresholds(confidenceThreshold, reviewThreshold)}{' '}
            {messages.document.revealing}
          </p>
          <ShowAll document={document} values={values} onShowAll={onShowAll} />
        </div>
      )}
    </div>
  );
}

interface ShowAllProps {
  readonly document: OpenDocument;
  readonly values: Revealed;
  readonly onShowAll: () => void;
}

function ShowAll({ document, values, onShowAll }: ShowAllProps) {
  const { fields } = document;
  const left = fields.filter(
    ({ name, absent }) => absent !== true && !values.revealed.has(name) && !values.kept.has(name),
  ).length;
  return (
    <>
      <output>{left === 0 ? own.values.shown(fields.length - values.kept.size) : ''}</output>
      {left === 0 ? null : (
        <Button
          size="sm"
          icon="reveal"
          shortcut={pageKeys.triage.showAll}
          loading={values.asked.size > 1}
          onClick={onShowAll}
        >
          {own.values.showAll(left)}
        </Button>
      )}
    </>
  );
}

function NoFields({ document }: { readonly document: OpenDocument }) {
  return document.resultsInS3 ? (
    <EmptyState title={messages.document.inS3}>
      <p>{messages.document.inS3Next}</p>
    </EmptyState>
  ) : (
    <EmptyState title={messages.document.noFields}>
      <p>{explainNoFields(document.status)}</p>
    </EmptyState>
  );
}

function explainNoFields(status: OpenDocument['status']): string {
  if (status === 'FAILED') return messages.document.failedBefore;
  if (status === 'QUEUED' || status === 'PROCESSING') return messages.document.notThereYet;
  return messages.document.itemHasNone;
}

const fieldName = ({ name }: Field) => name;

function buildFieldColumns(
  thresholds: KnownThresholds,
  { revealed, asked, kept, reveal }: Revealed,
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
      text: ({ readBy, page }) => `${readBy ?? 'unknown'}${page === null ? '' : `, p. ${String(page)}`}`,
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
      cell: ({ name, absent }) =>
        absent === true ? (
          <span className={styles.well}>{own.values.absent}</span>
        ) : (
          <FieldValue
            field={name}
            value={revealed.get(name)}
            why={kept.get(name)}
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
  /** The reason why the value stays in main. */
  readonly why: string | undefined;
  readonly isAsked: boolean;
  readonly onShow: () => void;
}

function FieldValue({ field, value, why, isAsked, onShow }: FieldValueProps) {
  if (why !== undefined) {
    return (
      <span className={styles.value} title={why}>
        <span className={styles.well}>{own.values.notShown}</span>
        <VisuallyHidden>{why}</VisuallyHidden>
      </span>
    );
  }
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

/** Shows the checks over all fields, the overall confidence, and the other results. */
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
          <PersonName personId={reviewedBy} tenantId={document.tenantId} />
        </li>
      )}
    </ul>
  );
}
