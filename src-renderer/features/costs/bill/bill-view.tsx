import { useState } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Figure, FigureStrip } from '#renderer/ui/figure.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Pane } from '#renderer/ui/pane.tsx';
import { PlainTable } from '#renderer/ui/plain-table.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { Bill } from '#shared/contract/month-costs.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { usePriceBook } from '../book/use-price-book.tsx';
import { messages } from '../messages.ts';
import styles from '../month/month.module.css';

type Period = 'this-month' | 'last-month' | '30-days';

/** The comparison asks for the stacks' tag and for the services without tags. */
const questions = 2;
const price = '$0.02';

/** Compares our estimate with what AWS has billed. It asks only after a press on the button that names the price. */
export function BillView() {
  const now = useNow(60_000);
  const { book } = usePriceBook();
  const [period, setPeriod] = useState<Period>('last-month');
  const { me, connection } = usePersonHere();
  // An answer that comes after a change of the connection or the person belongs to the ones that asked.
  const [bill, keep] = useKept<Bill | null>(['costs', 'bill', connection?.id ?? '', me?.id ?? ''], null);
  const compare = useCommand('costs.bill', { toldInPlace: true, onSuccess: (value) => keep(() => value) });
  const stop = useCommand('costs.stopBill');
  const isAdmin = me?.role === 'admin';
  const { from, to } = findPeriod(now, period);
  return (
    <div className={styles.month}>
      <div className={styles.dates}>
        <Segmented label="Period" value={period} onChange={setPeriod} options={periods} />
        <Button
          variant="primary"
          disabled={!isAdmin || compare.isRunning}
          onClick={() => void compare.run({ from, to, book: book.id, questions })}
        >
          {messages.bill.compare}
        </Button>
        {compare.isRunning ? (
          <Button disabled={stop.isRunning} onClick={() => void stop.run({})}>
            {messages.bill.stop}
          </Button>
        ) : null}
        <span className={styles.words}>
          {isAdmin ? messages.bill.price(questions, price, `${from} – ${to}`) : messages.bill.forAdmins}
        </span>
      </div>
      {compare.failure === undefined ? null : (
        <Note flat tone="bad" live>
          {compare.failure.message}
        </Note>
      )}
      {bill === null ? (
        <EmptyState title={messages.bill.notAsked}>{messages.bill.why}</EmptyState>
      ) : (
        <Comparison bill={bill} />
      )}
    </div>
  );
}

const periods = [
  { value: 'last-month', label: 'Last month' },
  { value: 'this-month', label: 'This month' },
  { value: '30-days', label: '30 days' },
] as const;

export function findPeriod(now: number, period: Period): { readonly from: string; readonly to: string } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (period === '30-days') return { from: formatDay(now - 29 * 86_400_000), to: formatDay(now) };
  if (period === 'this-month') return { from: formatDay(Date.UTC(year, month, 1)), to: formatDay(now) };
  return { from: formatDay(Date.UTC(year, month - 1, 1)), to: formatDay(Date.UTC(year, month, 0)) };
}

function Comparison({ bill }: { readonly bill: Bill }) {
  const { from, to, lines, ours, billed, notes, asked, paid, tag, isEstimated, askedAt } = bill;
  return (
    <>
      <FigureStrip label={messages.bill.glance}>
        <Figure
          label="Billed by AWS"
          value={moneyText(billed)}
          sub={isEstimated ? 'not final yet' : 'final'}
        />
        <Figure label="Our estimate" value={moneyText(ours)} sub={describeShare(ours, billed)} />
        <Figure label="Days" value={`${from.slice(5)} – ${to.slice(5)}`} sub={`${tag.key}=${tag.value}`} />
        <Figure
          label="This comparison cost"
          value={moneyText(paid)}
          sub={`${String(asked)} questions at ${askedAt.slice(11, 16)} UTC`}
        />
      </FigureStrip>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <Pane head={{ title: messages.bill.byService }} body="fixed">
        <PlainTable
          label={messages.bill.byService}
          headings={[
            { title: 'Service' },
            { title: 'Billed', end: true },
            { title: 'Our estimate', end: true },
            { title: 'What we do not count' },
          ]}
        >
          {lines.map((line) => (
            <tr key={line.service}>
              <th scope="row">
                {line.service}
                {line.isByTag ? '' : ', whole account'}
              </th>
              <td className={plain.end}>{formatUsd(line.billed)}</td>
              <td className={plain.end}>{formatUsd(line.ours)}</td>
              <td className={styles.words}>{describeLine(line)}</td>
            </tr>
          ))}
        </PlainTable>
      </Pane>
    </>
  );
}

function formatUsd(usd: string | null): string {
  return usd === null ? 'none' : moneyText(usd, { places: 4, tiny: 'sign' });
}

function describeLine({ notCounted, ours }: Bill['lines'][number]): string {
  if (notCounted.length > 0) return notCounted.join('; ');
  return ours === null ? messages.bill.notEstimated : '';
}

function describeShare(ours: string, billed: string): string {
  if (Number(billed) === 0) return 'nothing is billed yet';
  return `${String(Math.round((Number(ours) / Number(billed)) * 100))} % of what was billed`;
}

function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
