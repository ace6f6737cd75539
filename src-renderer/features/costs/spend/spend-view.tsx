import { useMemo, useState } from 'react';
import { toFailureText } from '#renderer/contract/failure-text.ts';
import { usePageCommands, type PageCommand } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import inline from '#renderer/ui/inline.module.css';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { ErrorState, FailureState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Costs } from '#shared/contract/costs.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { CostsAddress, GoCosts } from '../address.ts';
import { usePriceBook } from '../book/use-price-book.tsx';
import { CostsFrame, DaysChoice, meterReceipt } from '../costs-frame.tsx';
import { messages } from '../messages.ts';
import { formatSpan } from './days.ts';
import { FleetView, useFleet } from './fleet-spend.tsx';
import { ExportMenu } from './spend-export.tsx';
import { SpendLayout } from './spend-layout.tsx';
import { SpendLists } from './spend-lists.tsx';
import { describeLeftOut, formatBatches, describeMetered } from './spend-messages.ts';
import styles from './spend.module.css';
import { summarizeSpending } from './spending.ts';
import { isUnlisted, useCosts } from './use-costs.ts';

/** Shows the cost of documents: of all tenants from the sums that the pipeline keeps, else metered. */
export function SpendView(props: SpendViewProps) {
  return props.address.tenant === null ? <SpendOfAll {...props} /> : <MeteredSpend {...props} />;
}

function SpendOfAll(props: SpendViewProps) {
  const { address, go } = props;
  const { book } = usePriceBook();
  const query = useFleet({ days: address.days, day: null, book: book.id });
  const answer = query.data?.value;
  if (answer?.fleet === null) return <MeteredSpend {...props} why={answer.whyNot ?? undefined} />;
  return <FleetView address={address} go={go} book={book} query={query} fleet={answer?.fleet} />;
}

/** Meters documents. Reading again starts another watch, which lists all batches and pays only for new ones. */
function MeteredSpend(props: SpendViewProps & { readonly why?: string | undefined }) {
  const [reading, setReading] = useState(0);
  return <SpendDesk key={reading} {...props} onReadAgain={() => setReading((before) => before + 1)} />;
}

export interface SpendViewProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}

interface SpendDeskProps extends SpendViewProps {
  /** Says why no sums are shown that the pipeline keeps. */
  readonly why?: string | undefined;
  readonly onReadAgain: () => void;
}

function SpendDesk(props: SpendDeskProps) {
  const { address, go, onOpenBatch, onReadAgain, why: notKept } = props;
  const { book } = usePriceBook();
  const { costs, failure, meterRest, stop } = useCosts(address);
  const spending = useMemo(
    () => (costs === undefined || isUnlisted(costs) ? undefined : summarizeSpending(costs, book)),
    [costs, book],
  );
  useShowReceipt('costs', costs === undefined ? undefined : toMeterReceipt(costs));
  const why = costs !== undefined && costs.state === 'failed' && isUnlisted(costs) ? costs.trouble : null;
  const isReading = costs?.state === 'listing' || costs?.state === 'metering';
  const isWhole = costs === undefined || costs.isWhole || costs.state === 'listing';
  return (
    <CostsFrame
      address={address}
      go={go}
      span={costs === undefined ? undefined : formatSpan(costs.from, costs.to)}
      onRefresh={onReadAgain}
      refreshing={isReading && failure === undefined}
      actions={<DaysChoice address={address} go={go} />}
      tools={
        costs === undefined || why !== null ? undefined : (
          <>
            <MeterBar costs={costs} book={book} onMeterRest={meterRest} onStop={stop} />
            {spending === undefined ? null : (
              <ExportMenu costs={costs} spending={spending} book={book} address={address} />
            )}
          </>
        )
      }
    >
      {costs === undefined && failure !== undefined ? (
        <FailureState
          told={toFailureText(failure, {
            title: notRead,
            outOfScope: messages.spend.chooseOwnTenant,
          })}
          notDone={notDone}
          onRetry={onReadAgain}
        />
      ) : why !== null ? (
        <ErrorState
          title={notRead}
          happened={why}
          notDone={notDone}
          next={messages.spend.otherTenant}
          onRetry={onReadAgain}
        />
      ) : (
        <SpendLayout
          address={address}
          go={go}
          spending={spending}
          book={book}
          isWhole={isWhole}
          isListing={costs?.state === 'listing'}
          trouble={failure?.message ?? costs?.trouble ?? null}
          onReadAgain={onReadAgain}
          onDay={(day) => go({ list: 'batches', day })}
          tenantName={findTenantName(costs, address.tenant)}
          list={
            costs === undefined || spending === undefined ? null : (
              <SpendLists
                costs={costs}
                spending={spending}
                book={book}
                address={address}
                go={go}
                onOpenBatch={onOpenBatch}
              />
            )
          }
          notes={
            costs === undefined || spending === undefined
              ? []
              : [
                  ...describeLeftOut(spending, { ...costs, isWhole }),
                  ...(notKept === undefined ? [] : [`${notKept} ${messages.fleet.insteadListed}`]),
                ]
          }
          empty={
            isWhole
              ? { title: formatEmptyTitle(address), text: messages.spend.nothingSubmitted }
              : { title: messages.spend.noneListed, text: messages.spend.noneListedNext }
          }
        />
      )}
    </CostsFrame>
  );
}

const notRead = messages.spend.notRead;
const notDone = messages.spend.notDone;

function findTenantName(costs: Costs | undefined, tenant: string | null): string {
  return costs?.tenants.find(({ tenantId }) => tenantId === tenant)?.name ?? tenant ?? '';
}

function formatEmptyTitle({ tenant, days }: SpendViewProps['address']): string {
  const when = days === 1 ? 'today' : `in these ${String(days)} days`;
  return tenant === null ? `No batches were submitted ${when}` : `This tenant submitted no batches ${when}`;
}

interface MeterBarProps {
  readonly costs: Costs;
  readonly book: PriceBook;
  readonly onMeterRest: () => void;
  readonly onStop: () => void;
}

/** Shows how much was read document by document, and the price of reading the rest. */
function MeterBar({ costs, book, onMeterRest, onStop }: MeterBarProps) {
  const { state, batches, meteredDocuments, rest } = costs;
  const isReading = state === 'listing' || state === 'metering';
  usePageCommands(
    isReading ? [makeStopCommand(onStop)] : rest > 0 ? [makeMeterCommand(rest, onMeterRest)] : [],
  );
  if (isReading) {
    return (
      <div className={styles.bar}>
        <div className={styles.progress}>
          <ProgressBar
            label={state === 'listing' ? messages.spend.listing : messages.spend.metering}
            value={state === 'listing' ? null : meteredDocuments}
            max={meteredDocuments + rest}
            figure={
              state === 'listing' && meteredDocuments === 0 ? `${formatBatches(batches)} so far` : undefined
            }
          />
        </div>
        <Button size="sm" icon="stop" onClick={onStop}>
          Stop
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      <output className={classNames(inline.hint, inline.numbers)}>{describeMetered(costs, book)}</output>
      {rest > 0 ? (
        <Button size="sm" onClick={onMeterRest}>
          {messages.spend.meterRest} {grouped(rest)}
        </Button>
      ) : null}
    </div>
  );
}

function makeMeterCommand(rest: number, run: () => void): PageCommand {
  const title = `Meter the rest, ${grouped(rest)}`;
  return { id: 'meter-the-rest', title, keywords: ['documents', 'read', 'costs'], icon: 'costs', run };
}

function makeStopCommand(run: () => void): PageCommand {
  return {
    id: 'stop-metering',
    title: messages.spend.stopMetering,
    keywords: ['documents', 'read'],
    icon: 'stop',
    run,
  };
}

/** Returns one receipt for everything a watch has read, because lists and documents come from the same table. */
function toMeterReceipt({ spent, meteredDocuments, readAt }: Costs): Receipt {
  return {
    pattern: meterReceipt,
    index: 'main',
    pages: spent.calls,
    items: meteredDocuments,
    rru: spent.rru,
    bytes: 0,
    ms: 0,
    asOf: readAt,
  };
}
