import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { usePriceBooks } from '#renderer/contract/price-books.tsx';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogBody } from '#renderer/ui/dialog.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Drawer } from '#renderer/ui/drawer.tsx';
import { chooseAgain } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PlainTable } from '#renderer/ui/plain-table.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import type { ComparedBook } from '#shared/contract/month-costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { messages } from '../messages.ts';
import { usePriceBook } from './use-price-book.tsx';
import styles from '../costs.module.css';

/** Loads a price book from a file, compares it with the one in use, and uses or reverts it when asked. */
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
      <RevertBookButton />
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

/** Everything that was estimated by other prices is read again. */
function useTakeOver(): () => void {
  const client = useQueryClient();
  const { choose } = usePriceBook();
  return () => {
    choose(null);
    void client.invalidateQueries();
  };
}

/** Stands where the book is chosen, so that a loaded book is reverted with one press. */
function RevertBookButton() {
  const takeOver = useTakeOver();
  const revert = useCommand('costs.revertBook', { onSuccess: takeOver });
  const loaded = usePriceBooks()?.loaded ?? null;
  const isAdmin = usePersonHere().me?.role === 'admin';
  if (loaded === null || !isAdmin) return null;
  return (
    <Button size="sm" disabled={revert.isRunning} onClick={() => void revert.run({})}>
      {messages.books.revert}
    </Button>
  );
}

function CompareBook() {
  const client = useQueryClient();
  const { book } = usePriceBook();
  const loaded = usePriceBooks()?.loaded ?? null;
  const isAdmin = usePersonHere().me?.role === 'admin';
  /** Both belong together, because the book that is used has to be the one that was compared. */
  const [read, setRead] = useState<{ readonly text: string; readonly compared: ComparedBook } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const newest = useRef<File>(undefined);
  const takeOver = useTakeOver();
  const use = useCommand('costs.useBook', { toldInPlace: true, onSuccess: takeOver });

  async function compare(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    newest.current = chosen;
    setRead(null);
    setTrouble(null);
    if (chosen.size > 900_000) {
      setTrouble(messages.books.tooLarge);
      return;
    }
    try {
      const text = await chosen.text();
      const options = operationOptions('costs.compareBook', { text, against: book.id });
      const { value } = await client.fetchQuery({ ...options, staleTime: 0 });
      if (newest.current === chosen) setRead({ text, compared: value });
    } catch (error) {
      if (newest.current === chosen) setTrouble(toFailure(error).message);
    }
  }

  return (
    <>
      <div className={classNames(styles.between, styles.line)}>
        <span>
          {loaded === null
            ? messages.books.builtIn(book.name)
            : messages.books.loaded(loaded.book.name, loaded.usedSince.slice(0, 10), loaded.usedBy)}
        </span>
      </div>
      <p className={styles.lead}>
        <input
          type="file"
          accept=".json,application/json"
          aria-label={messages.books.choose}
          onClick={chooseAgain}
          onChange={(event) => void compare(event.currentTarget.files?.[0])}
        />
      </p>
      {trouble === null ? null : (
        <Note flat tone="bad" live>
          {trouble}
        </Note>
      )}
      {use.failure === undefined ? null : (
        <Note flat tone="bad" live>
          {use.failure.message}
        </Note>
      )}
      {read === null ? null : (
        <>
          <div className={classNames(styles.between, styles.line)}>
            <span>{isAdmin ? messages.books.usedHere : messages.books.forAdmins}</span>
            <Button
              size="sm"
              variant="primary"
              disabled={!isAdmin || use.isRunning}
              onClick={() => void use.run({ text: read.text })}
            >
              {messages.books.use}
            </Button>
          </div>
          <Comparison compared={read.compared} />
        </>
      )}
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
        <PlainTable
          label={messages.books.title}
          headings={[
            { title: 'Price' },
            { title: 'In use', end: true },
            { title: 'In the file', end: true },
            { title: 'Change', end: true },
          ]}
        >
          {changed.map((price) => (
            <tr key={price.name}>
              <th scope="row">
                {price.name}
                {price.unit === null
                  ? ''
                  : `, per ${price.per === 1 ? '' : `${grouped(price.per)} `}${price.unit}`}
              </th>
              <td className={plain.end}>{price.before === null ? 'missing' : `$${price.before}`}</td>
              <td className={plain.end}>{price.after === null ? 'missing' : `$${price.after}`}</td>
              <td className={plain.end}>{formatPercent(price.percent)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </>
  );
}

function formatPercent(percent: number | null): string {
  if (percent === null) return '–';
  return `${percent > 0 ? '+' : '−'}${String(Math.abs(percent))} %`;
}
