import { useNames } from '#renderer/contract/names.tsx';
import type { DriftOfWorkflow } from '#shared/contract/changed-corrections.ts';
import { fieldLabel } from '#shared/domain/review/draft-rules.ts';
import { Lead } from '../lead.tsx';
import { messages } from '../messages.ts';
import type { Seen } from '../seen.ts';
import styles from './parts.module.css';
import { PartState, Problems, TodayPart } from './today-part.tsx';

/** Lists the workflows in which reviewers correct more than they used to. It is shown only where there are some. */
export function CorrectionsPart({ seen: { corrections, tenant } }: { readonly seen: Seen }) {
  const words = messages.corrections;
  const { value, failure } = corrections;
  if (failure === undefined && (value === undefined || value.workflows.length === 0)) return null;
  return (
    <TodayPart title={words.title} hint={words.hint}>
      <PartState part={corrections} notRead={words.notRead} reading={words.reading} rows={1}>
        {({ workflows, problems }) => (
          <>
            <ul className={styles.list} aria-label={words.title}>
              {workflows.slice(0, most).map((row) => (
                <CorrectionsRow
                  key={`${row.tenantId} ${row.workflowId}`}
                  row={row}
                  withTenant={tenant === null}
                />
              ))}
            </ul>
            <Problems of={problems} />
          </>
        )}
      </PartState>
    </TodayPart>
  );
}

const most = 6;

function CorrectionsRow({
  row,
  withTenant,
}: {
  readonly row: DriftOfWorkflow;
  readonly withTenant: boolean;
}) {
  const words = messages.corrections;
  const { workflow } = useNames();
  const { tenantId, tenantName, projectId, workflowId, drift } = row;
  const name = workflow(tenantId, projectId, workflowId);
  const where = withTenant ? `${tenantName ?? tenantId}, ${name}` : name;
  const { usual, recent, beganOn } = drift;
  return (
    <li className={styles.row}>
      <Lead
        isRow
        to={{ desk: 'corrections', tenant: tenantId, workflow: workflowId }}
        className={styles.name}
      >
        {words.row(nameSeries(drift), recent)}
      </Lead>
      <span className={styles.end}>{words.since(beganOn)}</span>
      <span className={styles.quiet} title={where}>
        {words.usual(where, usual)}
      </span>
    </li>
  );
}

function nameSeries({ kind, name, supplierName }: DriftOfWorkflow['drift']): string {
  if (kind === 'field') return fieldLabel(name);
  if (kind === 'supplier') return supplierName ?? messages.corrections.aSupplier;
  return kind === 'all' ? messages.corrections.all : (messages.corrections.readers[name] ?? name);
}
