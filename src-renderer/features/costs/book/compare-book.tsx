import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogBody } from '#renderer/ui/dialog.tsx';
import { Drawer } from '#renderer/ui/drawer.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Note } from '#renderer/ui/note.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import type { ComparedBook } from '#shared/contract/month-costs.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { messages } from '../messages.ts';
import { usePriceBook } from './use-price-book.tsx';
import styles from '../costs.module.css';

/** Loads a price book from a file and compares it with the one in use. Nothing on disk or elsewhere is changed. */
export function CompareBookButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon="receipt"
        className={styles.load}
        title={messages.books.load}
        onClick={() => setOpen(true)}
      >
        <span className={styles.loadLabel}>{messages.books.load}</span>
      </Button>
      {open ? (
        <Drawer open onClose={() => setOpen(false)} title={messages.books.title} wide>
          <DialogBody>
            <CompareBook />
          </DialogBody>
        </Drawer>
      ) : null}
    </>
  );
}

function CompareBook() {
  const client = useQueryClient();
  const { book } = usePriceBook();
  const file = useRef<HTMLInputElement>(null);
  const [compared, setCompared] = useState<ComparedBook | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function read(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    setCompared(null);
    setTrouble(null);
    if (chosen.size > 900_000) {
      setTrouble(messages.books.tooLarge);
      return;
    }
    try {
      const options = operationOptions('costs.compareBook', { text: await chosen.text(), against: book.id });
      setCompared((await client.fetchQuery({ ...options, staleTime: 0 })).value);
    } catch (error) {
      setTrouble(toFailure(error).message);
    }
  }

  return (
    <>
      <p className={styles.lead}>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          aria-label={messages.books.choose}
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </p>
      {trouble === null ? null : (
        <Note flat tone="bad" live>
          {trouble}
        </Note>
      )}
      {compared === null ? null : <Comparison compared={compared} />}
    </>
  );
}

function Comparison({ compared }: { readonly compared: ComparedBook }) {
  const { name, effectiveFrom, against, changed, same, days, whyNot } = compared;
  return (
    <>
      <p className={styles.lead}>
        <b>{name}</b>, since {effectiveFrom}, against {against.name}, since {against.effectiveFrom}.{' '}
        {String(changed.length)} prices differ, {String(same)} are the same. {days === null ? whyNot : null}
        {days === null ? null : (
          <b>
            {days.from} – {days.to} costs {moneyText(days.before)} by the book in use, and would cost{' '}
            {moneyText(days.after)} by this one.
          </b>
        )}
      </p>
      {changed.length === 0 ? (
        <p className={styles.lead}>{messages.books.noChange}</p>
      ) : (
        <div ref={makeScrollReachable} className={plain.scrolls}>
          <table className={plain.table} aria-label={messages.books.title}>
            <thead>
              <tr>
                <th scope="col">Price</th>
                <th scope="col" className={plain.end}>
                  In use
                </th>
                <th scope="col" className={plain.end}>
                  In the file
                </th>
                <th scope="col" className={plain.end}>
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {changed.map((price) => (
                <tr key={price.name}>
                  <th scope="row">
                    {price.name}
                    {price.unit === null
                      ? ''
                      : `, per ${price.per === 1 ? '' : `${String(price.per)} `}${price.unit}`}
                  </th>
                  <td className={plain.end}>{price.before === null ? 'missing' : `$${price.before}`}</td>
                  <td className={plain.end}>{price.after === null ? 'missing' : `$${price.after}`}</td>
                  <td className={plain.end}>{formatPercent(price.percent)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function formatPercent(percent: number | null): string {
  if (percent === null) return '–';
  return `${percent > 0 ? '+' : '−'}${String(Math.abs(percent))} %`;
}
