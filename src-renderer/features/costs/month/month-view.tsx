import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure, toFailureText } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { Figure, FigureStrip, SparkBars } from '#renderer/ui/figure.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Note } from '#renderer/ui/note.tsx';
import { Pane } from '#renderer/ui/pane.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, FailureState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Loss, MonthCosts, MonthRow } from '#shared/contract/month-costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText, placesOfColumn } from '#shared/pricing/decimal.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import type { CostsAddress, GoCosts } from '../address.ts';
import { usePriceBook } from '../book/use-price-book.tsx';
import { CostsFrame } from '../costs-frame.tsx';
import { messages } from '../messages.ts';
import { BudgetDialog } from './budget-dialog.tsx';
import { formatMonth, nameRow } from './month-names.ts';
import { FocusButton } from './focus-button.tsx';
import styles from './month.module.css';

interface MonthViewProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
}

/** Shows the month of each tenant and workflow: what is used, what is forecast, what may be spent and what was lost. */
export function MonthView({ address, go }: MonthViewProps) {
  const { book } = usePriceBook();
  const query = useQuery(operationOptions('costs.month', { tenantId: address.tenant, book: book.id }));
  useShowReceipt('month', query.data?.receipt);
  const answer = query.data?.value;
  const month = answer?.month ?? undefined;
  return (
    <CostsFrame
      address={address}
      go={go}
      span={month === undefined ? undefined : formatMonth(month.month)}
      onRefresh={() => void query.refetch()}
      refreshing={query.isFetching}
      tools={
        month === undefined ? undefined : (
          <>
            <span className={styles.words}>{describeSource(month)}</span>
            <FocusButton tenant={address.tenant} />
          </>
        )
      }
    >
      {month !== undefined ? (
        <Month month={month} address={address} go={go} />
      ) : query.error !== null ? (
        <FailureState
          told={toFailureText(toFailure(query.error), {
            title: messages.month.notRead,
            outOfScope: messages.spend.chooseOwnTenant,
          })}
          notDone={messages.month.notDone}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : answer === undefined ? (
        <SkeletonRows rows={8} label={messages.month.reading} />
      ) : (
        <EmptyState title={messages.month.noSums}>{answer.whyNot}</EmptyState>
      )}
    </CostsFrame>
  );
}

function describeSource({ detailFrom, readAt }: MonthCosts): string {
  const since = detailFrom === null ? '' : `, sums since ${detailFrom}`;
  return `Until ${readAt.slice(11, 16)} UTC${since}`;
}

function Month({ month, address, go }: MonthViewProps & { readonly month: MonthCosts }) {
  const [edited, setEdited] = useState<MonthRow | null>(null);
  const [first] = month.rows;
  const mayEdit = usePersonHere().me?.role === 'admin';
  return (
    <div className={styles.month}>
      {month.budgetsKeptBy === 'this machine' ? (
        <Note flat tone="info">
          <b>{messages.month.keptHere}</b> {month.whyHere}
        </Note>
      ) : null}
      {month.trouble === null ? null : (
        <Note flat tone="warn" live>
          {month.trouble}
        </Note>
      )}
      {first === undefined ? null : <MonthFigures row={first} month={month} />}
      <UnusualPane month={month} go={go} />
      <Pane
        head={{
          title: messages.month.byWorkflow,
          hint: month.leftOut === 0 ? undefined : messages.month.leftOut(month.leftOut),
          line: true,
        }}
        body="fixed"
      >
        <RowsTable month={month} address={address} go={go} onEdit={mayEdit ? setEdited : undefined} />
      </Pane>
      <LossesPane month={month} />
      {edited === null ? null : (
        <BudgetDialog
          row={edited}
          month={month.month}
          keptBy={month.budgetsKeptBy}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

function MonthFigures({ row, month }: { readonly row: MonthRow; readonly month: MonthCosts }) {
  const { used, documents, forecast, budget, unpriced } = row;
  const lost = Number(month.lost.failed) + Number(month.lost.again);
  return (
    <FigureStrip label={messages.month.glance}>
      <Figure
        label={messages.month.used}
        value={moneyText(used)}
        sub={
          unpriced === 0
            ? `${grouped(documents)} documents`
            : `at least: ${grouped(unpriced)} documents have no price`
        }
        spark={<SparkBars label={messages.month.lastWeeks} values={row.days.map(({ usd }) => Number(usd))} />}
      />
      <Figure
        label={messages.month.forecast}
        value={forecast === null ? 'Not yet' : moneyText(forecast.usd)}
        sub={
          forecast === null
            ? messages.month.noForecast
            : `80 %: ${moneyText(forecast.low)} to ${moneyText(forecast.high)}, from ${String(forecast.days)} days`
        }
      />
      <Figure
        label={messages.month.left}
        value={budget === null ? 'No budget' : moneyText(budget.left)}
        sub={budget === null ? messages.month.noBudget : describeBudget(budget)}
      />
      <Figure
        label={messages.month.lost}
        value={moneyText(lost.toFixed(12))}
        sub={`${moneyText(month.lost.failed)} failed, ${moneyText(month.lost.again)} again`}
      />
    </FigureStrip>
  );
}

function describeBudget({ usd, standing, usedUpOn }: NonNullable<MonthRow['budget']>): string {
  if (standing === 'within') return `of ${moneyText(usd)}, lasts until the end`;
  if (standing === 'over') return `of ${moneyText(usd)}, used up on ${usedUpOn ?? ''}`;
  return `of ${moneyText(usd)}, used up about ${usedUpOn ?? ''}`;
}

interface RowsTableProps extends MonthViewProps {
  readonly month: MonthCosts;
  readonly onEdit: ((row: MonthRow) => void) | undefined;
}

function RowsTable({ month: { rows }, address, go, onEdit }: RowsTableProps) {
  const places = placesOfColumn(rows.map(({ used }) => used));
  return (
    <div ref={makeScrollReachable} className={plain.scrolls}>
      <table className={plain.table} aria-label={messages.month.byWorkflow}>
        <thead>
          <tr>
            <th scope="col">Tenant and workflow</th>
            <th scope="col" className={plain.end}>
              Documents
            </th>
            <th scope="col" className={plain.end}>
              Used
            </th>
            <th scope="col" className={plain.end}>
              Forecast
            </th>
            <th scope="col" className={plain.end}>
              80 % interval
            </th>
            <th scope="col" className={plain.end}>
              Budget
            </th>
            <th scope="col" className={plain.end}>
              Left
            </th>
            <th scope="col">Used up</th>
            <th scope="col">
              <span className={styles.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { tenantId, workflowId, forecast, budget } = row;
            return (
              <tr key={JSON.stringify([tenantId, row.projectId, workflowId])}>
                <th scope="row">
                  {workflowId !== null || tenantId === null || address.tenant !== null ? (
                    <span className={workflowId === null ? styles.tenant : styles.workflow}>
                      {nameRow(row)}
                    </span>
                  ) : (
                    <button type="button" className={styles.link} onClick={() => go({ tenant: tenantId })}>
                      {nameRow(row)}
                    </button>
                  )}
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
        </tbody>
      </table>
    </div>
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

const partNames = { textract: 'Textract', gapFill: 'gap-fill', verify: 'verify', infrastructure: 'the rest' };

/** Lists workflows whose documents cost clearly more or less than in the four weeks before, with the way to them. */
function UnusualPane({ month: { rows }, go }: { readonly month: MonthCosts; readonly go: GoCosts }) {
  const unusual = rows.filter(({ unusual: found, workflowId }) => found !== null && workflowId !== null);
  return (
    <Pane head={{ title: messages.month.unusual, hint: messages.month.unusualHint, line: true }} body="fixed">
      {unusual.length === 0 ? (
        <p className={styles.none}>{messages.month.nothingUnusual}</p>
      ) : (
        <ul className={styles.list}>
          {unusual.map((row) => (
            <UnusualItem
              key={JSON.stringify([row.tenantId, row.projectId, row.workflowId])}
              row={row}
              go={go}
            />
          ))}
        </ul>
      )}
    </Pane>
  );
}

function UnusualItem({ row, go }: { readonly row: MonthRow; readonly go: GoCosts }) {
  const { unusual, tenantId, projectId, workflowId, name } = row;
  if (unusual === null || tenantId === null) return null;
  const [changed] = unusual.parts;
  return (
    <li className={styles.item}>
      <span>
        <b>{workflowId}</b> of {name ?? tenantId}: {moneyText(unusual.each)} a document since{' '}
        <b>{unusual.since}</b>, usually {moneyText(unusual.usual)}. {grouped(unusual.documents)} documents
        cost {moneyText(unusual.more.replace('-', ''))} {unusual.isDearer ? 'more' : 'less'}.{' '}
        {changed === undefined
          ? null
          : `Most of it is ${partNames[changed.part]}: ${moneyText(changed.usual)} before, ${moneyText(changed.each)} now.`}
      </span>
      <Button
        size="sm"
        onClick={() =>
          go({
            view: 'spend',
            tenant: tenantId,
            days: 30,
            list: 'batches',
            workflow: `${projectId ?? ''}/${workflowId ?? ''}`,
            day: unusual.since,
          })
        }
      >
        {messages.month.openDocuments}
      </Button>
    </li>
  );
}

function LossesPane({ month: { losses, lost } }: { readonly month: MonthCosts }) {
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
        {loss.workflowId} of {loss.name ?? loss.tenantId}
      </td>
      <td>{loss.kind === 'failed' ? 'Failures' : 'Processing again'}</td>
      <td className={plain.end}>{grouped(loss.documents)}</td>
      <td className={plain.end} title={`$${loss.usd}`}>
        {moneyText(loss.usd, { places: 4, tiny: 'sign' })}
      </td>
    </tr>
  );
}
