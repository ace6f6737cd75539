import { Button } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { PlainTable } from '#renderer/ui/plain-table.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import type { MonthCosts, MonthRow } from '#shared/contract/month-costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText, placesOfColumn } from '#shared/pricing/decimal.ts';
import type { CostsAddress, GoCosts } from '../address.ts';
import { messages } from '../messages.ts';
import { nameRow } from './month-names.ts';
import styles from './month.module.css';

interface RowsTableProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly month: MonthCosts;
  readonly onEdit: ((row: MonthRow) => void) | undefined;
}

/** Lists all tenants together, then each tenant followed by its workflows. */
export function RowsTable({ month: { rows }, address, go, onEdit }: RowsTableProps) {
  const places = placesOfColumn(rows.map(({ used }) => used));
  return (
    <PlainTable
      label={messages.month.byWorkflow}
      headings={[
        { title: 'Tenant and workflow' },
        { title: 'Documents', end: true },
        { title: 'Used', end: true },
        { title: 'Forecast', end: true },
        { title: '80 % interval', end: true },
        { title: 'Budget', end: true },
        { title: 'Left', end: true },
        { title: 'Used up' },
        { title: 'Actions', hidden: true },
      ]}
    >
      {rows.map((row) => {
        const { tenantId, workflowId, forecast, budget } = row;
        return (
          <tr key={JSON.stringify([tenantId, row.projectId, workflowId])}>
            <th scope="row">
              <RowName row={row} address={address} go={go} />
            </th>
            <td className={plain.end}>{grouped(row.documents)}</td>
            <td className={plain.end} title={`$${row.used}`}>
              {moneyText(row.used, { places })}
            </td>
            <td className={plain.end}>{forecast === null ? '–' : moneyText(forecast.usd)}</td>
            <td className={plain.end}>
              {forecast === null ? '–' : `${moneyText(forecast.low)} – ${moneyText(forecast.high)}`}
            </td>
            <td className={plain.end}>{budget === null ? '–' : moneyText(budget.usd)}</td>
            <td className={plain.end}>{budget === null ? '–' : moneyText(budget.left)}</td>
            <td>{budget === null ? null : <Standing budget={budget} />}</td>
            <td className={styles.action}>
              {onEdit === undefined || tenantId === null ? null : (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Set the budget of ${nameRow(row)}`}
                  onClick={() => onEdit(row)}
                >
                  Budget
                </Button>
              )}
            </td>
          </tr>
        );
      })}
    </PlainTable>
  );
}

/** A workflow opens its days and documents, and a tenant its own month. */
function RowName({ row, address, go }: { readonly row: MonthRow } & Pick<RowsTableProps, 'address' | 'go'>) {
  const { tenantId, projectId, workflowId } = row;
  if (tenantId === null || (workflowId === null && address.tenant !== null)) {
    return <span className={styles.tenant}>{nameRow(row)}</span>;
  }
  const workflow = workflowId === null ? null : `${projectId ?? ''}/${workflowId}`;
  return (
    <span className={workflowId === null ? undefined : styles.workflow}>
      <button
        type="button"
        className={styles.link}
        title={workflowId ?? tenantId}
        onClick={() => go({ tenant: tenantId, workflow, day: null })}
      >
        {nameRow(row)}
      </button>
    </span>
  );
}

function Standing({ budget: { standing, usedUpOn } }: { readonly budget: NonNullable<MonthRow['budget']> }) {
  if (standing === 'within') return <span className={styles.words}>Not this month</span>;
  return (
    <Chip tone={standing === 'over' ? 'accent' : 'default'}>
      {standing === 'over' ? `on ${usedUpOn ?? ''}` : `about ${usedUpOn ?? ''}`}
    </Chip>
  );
}
