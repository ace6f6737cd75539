import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Pane } from '#renderer/ui/pane.tsx';
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
        line: true,
      }}
      body="fixed"
    >
      {losses.length === 0 ? (
        <p className={styles.none}>{messages.month.noLosses}</p>
      ) : (
        <div ref={makeScrollReachable} className={plain.scrolls}>
          <table className={plain.table} aria-label={messages.month.losses}>
            <thead>
              <tr>
                <th scope="col">Cause</th>
                <th scope="col">Workflow</th>
                <th scope="col">Spent on</th>
                <th scope="col" className={plain.end}>
                  Documents
                </th>
                <th scope="col" className={plain.end}>
                  Cost
                </th>
              </tr>
            </thead>
            <tbody>
              {losses.slice(0, mostLosses).map((loss) => (
                <LossRow
                  key={JSON.stringify([loss.tenantId, loss.workflowId, loss.kind, loss.cause])}
                  loss={loss}
                />
              ))}
            </tbody>
          </table>
        </div>
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
