import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure, toFailureText } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Figure, FigureStrip, SparkBars } from '#renderer/ui/figure.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Pane } from '#renderer/ui/pane.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, FailureState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { MonthCosts, MonthRow } from '#shared/contract/month-costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import type { CostsAddress, GoCosts } from '../address.ts';
import { usePriceBook } from '../book/use-price-book.tsx';
import { CostsFrame } from '../costs-frame.tsx';
import { messages } from '../messages.ts';
import { BudgetDialog } from './budget-dialog.tsx';
import { EvidenceDrawer, type DocumentHref } from './evidence-drawer.tsx';
import { LossesPane } from './losses-pane.tsx';
import { formatMonth } from './month-names.ts';
import { RowsTable } from './rows-table.tsx';
import { FocusButton } from './focus-button.tsx';
import { UnusualPane } from './unusual-pane.tsx';
import styles from './month.module.css';

interface MonthViewProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly documentHref: DocumentHref;
}

/** Shows the month of each tenant and workflow: what is used, what is forecast, what may be spent and what was lost. */
export function MonthView({ address, go, documentHref }: MonthViewProps) {
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
        <Month month={month} address={address} go={go} documentHref={documentHref} />
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

function Month({ month, address, go, documentHref }: MonthViewProps & { readonly month: MonthCosts }) {
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
        }}
        body="fixed"
      >
        <RowsTable month={month} address={address} go={go} onEdit={mayEdit ? setEdited : undefined} />
      </Pane>
      <LossesPane month={month} />
      <EvidenceDrawer month={month} address={address} go={go} documentHref={documentHref} />
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
