import { useQuery } from '@tanstack/react-query';
import { toFailure, toFailureText } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogBody } from '#renderer/ui/dialog.tsx';
import { Drawer } from '#renderer/ui/drawer.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Pane } from '#renderer/ui/pane.tsx';
import { PlainTable } from '#renderer/ui/plain-table.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { FailureState } from '#renderer/ui/states.tsx';
import { StatusBadge } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type {
  CostDocument,
  CostDocuments,
  MonthCosts,
  MonthRow,
  WorkflowDay,
} from '#shared/contract/month-costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { parseWorkflow, type CostsAddress, type GoCosts } from '../address.ts';
import { usePriceBook } from '../book/use-price-book.tsx';
import { formatModel } from '../estimate/plan.ts';
import { messages } from '../messages.ts';
import { nameRow } from './month-names.ts';
import { UnusualText } from './unusual-pane.tsx';
import costs from '../costs.module.css';
import styles from './month.module.css';

export type DocumentHref = (document: {
  readonly tenant: string;
  readonly batch: string;
  readonly document: string;
  readonly run: number;
}) => string;

interface EvidenceProps {
  readonly month: MonthCosts;
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly documentHref: DocumentHref;
}

/** Shows the days and the documents of the workflow in the address, beside the month. */
export function EvidenceDrawer({ month, address, go, documentHref }: EvidenceProps) {
  const named = parseWorkflow(address.workflow);
  const row = month.rows.find(
    ({ tenantId, projectId, workflowId }) =>
      named !== null &&
      tenantId === address.tenant &&
      projectId === named.projectId &&
      workflowId === named.workflowId,
  );
  if (row === undefined) return null;
  return <Evidence row={row} today={month.today} day={address.day} go={go} documentHref={documentHref} />;
}

interface RowProps extends Pick<EvidenceProps, 'go' | 'documentHref'> {
  readonly row: MonthRow;
  readonly today: string;
  /** The day whose documents are listed; null for all unusual days. */
  readonly day: string | null;
}

function Evidence({ row, today, day, go, documentHref }: RowProps) {
  const { book } = usePriceBook();
  const { tenantId, projectId, workflowId, unusual } = row;
  // Where nothing is unusual, the newest week says what the documents cost.
  const since = unusual?.since ?? shiftDay(today, -6);
  const ask = (from: string, to: string) =>
    operationOptions('costs.documents', {
      tenantId: tenantId ?? '',
      projectId: projectId ?? '',
      workflowId: workflowId ?? '',
      from,
      to,
      book: book.id,
    });
  const whole = useQuery(ask(since, today));
  const ofDay = useQuery({ ...ask(day ?? since, day ?? today), enabled: day !== null });
  const query = day === null ? whole : ofDay;
  const days = whole.data?.value.days;
  const { workflowName, tenantName } = whole.data?.value ?? {};
  return (
    <Drawer
      open
      wide
      onClose={() => go({ workflow: null, day: null })}
      title={messages.evidence.title(workflowName ?? nameRow(row), tenantName ?? row.name ?? tenantId ?? '')}
    >
      <DialogBody>
        <p className={costs.lead}>
          {unusual === null ? messages.evidence.usual : <UnusualText unusual={unusual} />}
        </p>
        {days === undefined ? null : (
          <DaysTable days={days} unusualSince={unusual?.since ?? null} chosen={day} go={go} />
        )}
        {query.data !== undefined ? (
          <DocumentsPane
            found={query.data.value}
            tenantId={tenantId ?? ''}
            span={day ?? messages.evidence.span(since, today)}
            isOfDay={day !== null}
            go={go}
            documentHref={documentHref}
          />
        ) : query.error !== null ? (
          <FailureState
            told={toFailureText(toFailure(query.error), {
              title: messages.evidence.notRead,
              outOfScope: messages.spend.chooseOwnTenant,
            })}
            notDone={messages.evidence.notDone}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <SkeletonRows rows={8} label={messages.evidence.reading} />
        )}
      </DialogBody>
    </Drawer>
  );
}

interface DaysTableProps {
  readonly days: readonly WorkflowDay[];
  readonly unusualSince: string | null;
  readonly chosen: string | null;
  readonly go: GoCosts;
}

/** Lists the newest day first. A day lists its documents when it is pressed. */
function DaysTable({ days, unusualSince, chosen, go }: DaysTableProps) {
  const most = Math.max(...days.map(({ each }) => Number(each ?? 0)), 0);
  return (
    <Pane head={{ title: messages.evidence.days, hint: messages.evidence.daysHint }} body="fixed">
      <PlainTable
        label={messages.evidence.days}
        headings={[
          { title: 'Day' },
          { title: 'Documents', end: true },
          { title: 'Pages each', end: true },
          { title: 'Tokens each', end: true },
          { title: 'Cost', end: true },
          { title: messages.evidence.each, end: true },
          { title: messages.evidence.unusual, hidden: true },
        ]}
        className={styles.days}
      >
        {days.toReversed().map((one) => {
          const isUnusual = unusualSince !== null && one.day >= unusualSince;
          return (
            <tr key={one.day} aria-current={one.day === chosen || undefined}>
              <th scope="row" className={styles.oneLine}>
                <button
                  type="button"
                  className={styles.link}
                  aria-pressed={one.day === chosen}
                  onClick={() => go({ day: one.day === chosen ? null : one.day }, 'replace')}
                >
                  {one.day}
                </button>
              </th>
              <td className={plain.end}>{grouped(one.documents)}</td>
              <td className={plain.end}>{formatMean(one.pages, one.documents, 1)}</td>
              <td className={plain.end}>{formatMean(one.tokens, one.documents, 0)}</td>
              <td className={plain.end} title={`$${one.usd}`}>
                {moneyText(one.usd)}
              </td>
              <td className={plain.end}>{one.each === null ? '–' : moneyText(one.each, { places: 4 })}</td>
              <td className={styles.bars}>
                <span
                  className={isUnusual ? styles.barUnusual : styles.bar}
                  style={{ width: `${String(most === 0 ? 0 : (Number(one.each ?? 0) / most) * 100)}%` }}
                />
                {isUnusual ? <VisuallyHidden>{messages.evidence.unusual}</VisuallyHidden> : null}
              </td>
            </tr>
          );
        })}
      </PlainTable>
    </Pane>
  );
}

function formatMean(sum: number, documents: number, places: 0 | 1): string {
  if (documents === 0) return '–';
  return places === 0 ? grouped(Math.round(sum / documents)) : (sum / documents).toFixed(places);
}

interface DocumentsPaneProps extends Pick<EvidenceProps, 'go' | 'documentHref'> {
  readonly found: CostDocuments;
  readonly tenantId: string;
  readonly span: string;
  readonly isOfDay: boolean;
}

function DocumentsPane({ found, tenantId, span, isOfDay, go, documentHref }: DocumentsPaneProps) {
  const { documents, read, usd, trouble } = found;
  return (
    <Pane
      head={{
        title: messages.evidence.documents(span),
        hint: messages.evidence.read(grouped(read), moneyText(usd)),
        // A table has a line of its own.
        line: documents.length === 0 || trouble !== null,
        actions: isOfDay ? (
          <Button size="sm" variant="ghost" onClick={() => go({ day: null }, 'replace')}>
            {messages.evidence.allDays}
          </Button>
        ) : undefined,
      }}
      body="fixed"
    >
      {trouble === null ? null : (
        <Note flat tone="warn" live>
          {trouble}
        </Note>
      )}
      {documents.length === 0 ? (
        <p className={styles.none}>{messages.evidence.none}</p>
      ) : (
        <PlainTable
          label={messages.evidence.documentsTable}
          headings={[
            { title: 'Document' },
            { title: 'Status' },
            { title: 'Pages', end: true },
            { title: 'Tokens', end: true },
            { title: 'Model' },
            { title: 'Cost', end: true },
          ]}
        >
          {documents.map((one) => (
            <DocumentLine
              key={JSON.stringify([one.batchId, one.documentId, one.run])}
              document={one}
              href={documentHref({
                tenant: tenantId,
                batch: one.batchId,
                document: one.documentId,
                run: one.run,
              })}
            />
          ))}
        </PlainTable>
      )}
      <p className={costs.lead}>{messages.evidence.limits(found)}</p>
    </Pane>
  );
}

function DocumentLine({ document, href }: { readonly document: CostDocument; readonly href: string }) {
  const { documentId, fileName, status, run, pages, tokens, models, usd, isWhole } = document;
  return (
    <tr>
      <th scope="row" className={styles.oneLine}>
        <a href={href} className={styles.link} title={documentId}>
          {fileName ?? documentId}
        </a>
        {run > 1 ? <span className={plain.small}>{`, run ${String(run)}`}</span> : null}
      </th>
      <td className={styles.status}>{status === null ? '–' : <StatusBadge status={status} />}</td>
      <td className={plain.end}>{pages ?? '–'}</td>
      <td className={plain.end}>{tokens === null ? '–' : grouped(tokens)}</td>
      <td className={models.length === 1 ? styles.oneLine : undefined}>
        {models.length === 0 ? '–' : models.map(formatModel).join(', ')}
      </td>
      <td className={plain.end} title={`$${usd}`}>
        {isWhole ? '' : '≥ '}
        {moneyText(usd, { places: 4 })}
      </td>
    </tr>
  );
}

function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);
}
