import { Pane } from '#renderer/ui/pane.tsx';
import { PlainTable } from '#renderer/ui/plain-table.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import type { Loss, MonthCosts } from '#shared/contract/month-costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { messages } from '../messages.ts';
import { nameRow } from './month-names.ts';
import styles from './month.module.css';

/** Lists what failures and reprocessing cost this month, by cause. */
export function LossesPane({ month: { losses, lost } }: { readonly month: MonthCosts }) {
  return (
    <Pane
      head={{
        title: messages.month.losses,
        hint: `${moneyText(lost.failed)} on documents that failed, ${moneyText(lost.again)} on processing again`,
        // A table has a line of its own.
        line: losses.length === 0,
      }}
      body="fixed"
    >
      {losses.length === 0 ? (
        <p className={styles.none}>{messages.month.noLosses}</p>
      ) : (
        <PlainTable
          label={messages.month.losses}
          headings={[
            { title: 'Cause' },
            { title: 'Workflow' },
            { title: 'Spent on' },
            { title: 'Documents', end: true },
            { title: 'Cost', end: true },
          ]}
        >
          {losses.slice(0, mostLosses).map((loss) => (
            <LossRow
              key={JSON.stringify([loss.tenantId, loss.workflowId, loss.kind, loss.cause])}
              loss={loss}
            />
          ))}
        </PlainTable>
      )}
    </Pane>
  );
}

const mostLosses = 50;

function LossRow({ loss }: { readonly loss: Loss }) {
  return (
    <tr>
      <th scope="row" className={styles.cause}>
        {loss.pattern}
      </th>
      <td>
        <span title={loss.workflowId}>{nameRow(loss)}</span> of {loss.name ?? loss.tenantId}
      </td>
      <td>{loss.kind === 'failed' ? 'Failures' : 'Processing again'}</td>
      <td className={plain.end}>{grouped(loss.documents)}</td>
      <td className={plain.end} title={`$${loss.usd}`}>
        {moneyText(loss.usd, { places: 4, tiny: 'sign' })}
      </td>
    </tr>
  );
}
