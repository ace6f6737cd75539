import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { toFailure, toFailureText } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import inline from '#renderer/ui/inline.module.css';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, FailureState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { FleetCosts } from '#shared/contract/costs.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { CostsAddress, GoCosts } from '../address.ts';
import { CostsFrame, DaysChoice } from '../costs-frame.tsx';
import { messages } from '../messages.ts';
import { formatShortDay, formatSpan } from './days.ts';
import {
  describeEndOfTenants,
  describeFleet,
  formatChange,
  isFleetWhole,
  nameChange,
  summarizeFleet,
  type FleetSpending,
} from './fleet-spending.ts';
import { makeTenantColumns, usualTenantColumns } from './list-columns.tsx';
import { saveFleet, FleetExport } from './spend-export.tsx';
import { SpendLayout } from './spend-layout.tsx';
import { SpendTable } from './spend-lists.tsx';
import styles from './spend.module.css';

interface FleetViewProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly book: PriceBook;
  readonly query: ReturnType<typeof useFleet>;
  /** Undefined while it is being read, and after a failure. */
  readonly fleet: FleetCosts | undefined;
}

/** Shows what all tenants spent, from the sums that the pipeline keeps by tenant and day. */
export function FleetView({ address, go, book, query, fleet }: FleetViewProps) {
  const readAgain = (): void => void query.refetch();
  return (
    <CostsFrame
      address={address}
      go={go}
      span={fleet === undefined ? undefined : formatSpan(fleet.from, fleet.to)}
      onRefresh={readAgain}
      refreshing={query.isFetching}
      actions={<DaysChoice address={address} go={go} />}
      tools={fleet === undefined ? undefined : <FleetTools fleet={fleet} book={book} />}
    >
      {fleet !== undefined ? (
        <FleetDesk fleet={fleet} book={book} address={address} go={go} onReadAgain={readAgain} />
      ) : query.error === null ? (
        <SkeletonRows rows={8} label={messages.fleet.reading} />
      ) : (
        <FailureState
          told={toFailureText(toFailure(query.error), {
            title: messages.fleet.notRead,
            outOfScope: messages.spend.chooseOwnTenant,
          })}
          notDone={messages.fleet.notDone}
          onRetry={readAgain}
          retrying={query.isFetching}
        />
      )}
    </CostsFrame>
  );
}

/** Reads the sums of all tenants, and shows their receipt. */
export function useFleet(input: {
  readonly days: 1 | 7 | 30;
  readonly day: string | null;
  readonly book: string;
}) {
  const query = useQuery({
    ...operationOptions('costs.fleet', input),
    // Another book only changes the prices, so the figures stay until tenants are ranked by it.
    placeholderData: keepPreviousData,
  });
  useShowReceipt(input.day === null ? 'fleet' : 'fleet of a day', query.data?.receipt);
  return query;
}

interface FleetToolsProps {
  readonly fleet: FleetCosts;
  readonly book: PriceBook;
}

function FleetTools({ fleet, book }: FleetToolsProps) {
  return (
    <div className={styles.bar}>
      <output className={classNames(inline.hint, inline.numbers)}>{describeAge(fleet)}</output>
      <FleetExport spending={summarizeFleet(fleet, book)} fleet={fleet} book={book} />
    </div>
  );
}

/** "Runs that ended until 14:58 UTC" */
function describeAge({ upTo }: FleetCosts): string {
  const at = Date.parse(upTo ?? '');
  return Number.isNaN(at)
    ? messages.fleet.endedRuns
    : `${messages.fleet.endedRuns} until ${times.format(at)} UTC`;
}
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

interface FleetDeskProps {
  readonly fleet: FleetCosts;
  readonly book: PriceBook;
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly onReadAgain: () => void;
}

function FleetDesk({ fleet, book, address, go, onReadAgain }: FleetDeskProps) {
  const spending = useMemo(() => summarizeFleet(fleet, book), [fleet, book]);
  return (
    <SpendLayout
      address={address}
      go={go}
      spending={spending}
      book={book}
      isWhole={isFleetWhole(fleet)}
      isListing={false}
      trouble={fleet.trouble}
      onReadAgain={onReadAgain}
      onDay={(day) => go({ day })}
      tenantName=""
      figure={<ChangeFigure spending={spending} />}
      list={
        address.day === null ? (
          <TenantList fleet={fleet} spending={spending} book={book} address={address} go={go} />
        ) : (
          <TenantsOfDay day={address.day} book={book} address={address} go={go} />
        )
      }
      notes={describeFleet(fleet, spending)}
      empty={{ title: messages.fleet.noneEnded, text: messages.fleet.noneEndedNext }}
    />
  );
}

function ChangeFigure({ spending }: { readonly spending: FleetSpending }) {
  const { all, before } = spending;
  return (
    <Figure
      label={nameChange(spending)}
      value={formatChange(all.total, before)}
      sub={
        before === null ? (
          messages.fleet.notAllKept
        ) : (
          <span title={messages.fleet.todayPartial}>
            {moneyText(all.total)} after {moneyText(before)}
          </span>
        )
      }
    />
  );
}

interface TenantsOfDayProps {
  readonly day: string;
  readonly book: PriceBook;
  readonly address: CostsAddress;
  readonly go: GoCosts;
}

/** Ranks the tenants of one day, which may be others than those of the period. */
function TenantsOfDay({ day, book, address, go }: TenantsOfDayProps) {
  const query = useFleet({ days: address.days, day, book: book.id });
  const fleet = query.data?.value.fleet;
  const kept = fleet?.from === day ? fleet : undefined;
  const spending = useMemo(() => (kept === undefined ? undefined : summarizeFleet(kept, book)), [kept, book]);
  return (
    <TenantList
      fleet={kept}
      spending={spending}
      book={book}
      address={address}
      go={go}
      error={
        query.error === null ? undefined : (
          <FailureState
            told={toFailureText(toFailure(query.error), {
              title: messages.fleet.notRead,
              outOfScope: messages.spend.chooseOwnTenant,
            })}
            notDone={messages.spend.unchanged}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      }
    />
  );
}

const columnsWithoutBefore = usualTenantColumns.filter((id) => id !== 'before' && id !== 'change');

interface TenantListProps extends Omit<TenantsOfDayProps, 'day'> {
  /** Undefined while it is being read. */
  readonly fleet: FleetCosts | undefined;
  readonly spending: FleetSpending | undefined;
  readonly error?: ReactNode;
}

function TenantList({ fleet, spending, book, address, go, error }: TenantListProps) {
  const { day } = address;
  const whole = spending?.all.total ?? '0';
  const columns = useMemo(() => makeTenantColumns(whole), [whole]);
  const rows = spending?.rows ?? [];
  return (
    <SpendTable
      name="tenants"
      label={messages.fleet.tenants}
      columns={columns}
      usualColumns={spending?.before === null ? columnsWithoutBefore : usualTenantColumns}
      rows={rows}
      rowId={({ tenantId }) => tenantId}
      rowName={({ name }) => name}
      hasFilter
      head={
        <>
          <b className={styles.listTitle}>{messages.fleet.byTenant}</b>
          {day === null ? null : (
            <Button
              size="sm"
              variant="ghost"
              icon="close"
              aria-label={`Show tenants of all days, not only ${formatShortDay(day)}`}
              onClick={() => go({ day: null })}
            >
              {formatShortDay(day)}
            </Button>
          )}
        </>
      }
      onOpen={({ tenantId }) => go({ tenant: tenantId, list: 'workflows', workflow: null, day: null })}
      onExport={(shown) => {
        if (fleet !== undefined) saveFleet('tenants', shown, { fleet, book });
      }}
      loading={spending === undefined && error === undefined}
      error={error}
      empty={<EmptyState title={messages.fleet.noTenant}>{messages.fleet.noTenantNext}</EmptyState>}
      end={
        fleet === undefined || spending === undefined || rows.length === 0
          ? undefined
          : {
              note: describeEndOfTenants({ ranked: fleet.ranked, others: spending.others }, rows.length),
            }
      }
    />
  );
}
