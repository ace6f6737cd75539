import { useMemo } from 'react';
import type { AuditEntry } from '#shared/contract/jobs/audit.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { SearchField } from '#renderer/ui/input/search-field.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import type { GoActivity } from '../activity-address.ts';
import styles from '../activity-page.module.css';
import { useSettled } from '../use-settled.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditExport } from './audit-export.tsx';
import { Chains } from './chains.tsx';
import { useAudit } from './use-audit.ts';

export interface AuditTabProps {
  readonly filter: string;
  readonly go: GoActivity;
  readonly nameOf: (personId: string) => string;
}

export function AuditTab({ filter, go, nameOf }: AuditTabProps) {
  const settled = useSettled(filter.trim());
  const audit = useAudit(settled);
  const columns = useMemo(() => auditColumns(nameOf), [nameOf]);
  const total = audit.page?.total ?? 0;
  return (
    <>
      <Chains />
      <div className={styles.table}>
        <DataTable
          label="Audit trail"
          head={
            <>
              <SearchField
                label="Filter the whole trail"
                placeholder="Operation, person, id, code"
                size="sm"
                className={styles.filter}
                value={filter}
                onChange={(next) => go({ filter: next }, 'replace')}
              />
              <AuditExport filter={settled} />
              <IconButton
                icon="refresh"
                size="sm"
                label="Read again"
                disabled={audit.isReading}
                onClick={audit.readAgain}
              />
            </>
          }
          columns={columns}
          rows={audit.entries}
          rowId={rowId}
          loading={audit.page === undefined && audit.error === null}
          onReachEnd={audit.more}
          end={{
            note: `${grouped(audit.entries.length)} of ${grouped(total)} on this connection${settled === '' ? '' : ' that match'}`,
            onMore: audit.more,
            loading: audit.isReadingMore,
          }}
          empty={
            settled === '' ? (
              <EmptyState title="Nothing was done yet on this connection that is audited" />
            ) : (
              <EmptyState title={`No entry holds “${settled}”`} />
            )
          }
          error={
            audit.error === null || audit.page !== undefined ? null : (
              <ErrorState
                title="The audit trail could not be read"
                happened={audit.error.failure.message}
                notDone="It goes on being written."
                next="Try again."
                reference={audit.error.failure.reference}
                onRetry={audit.readAgain}
                retrying={audit.isReading}
              />
            )
          }
          primary
          resizable
        />
      </div>
    </>
  );
}

function rowId({ file, sequence, kind }: AuditEntry): string {
  return `${file} ${String(sequence)} ${kind}`;
}
