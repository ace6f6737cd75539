import { useMemo, useState, type ChangeEvent } from 'react';
import type { OrderInput, OrderRow, SupplierInput, SupplierRow } from '#shared/contract/tenant-lists.ts';
import { toNumberKey } from '#shared/domain/review/invoice-key.ts';
import { Dialog, DialogDescription } from '#renderer/ui/dialog.tsx';
import { chooseAgain, TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { EntryForm } from './entry-form.tsx';
import { messages } from './list-messages.ts';
import { mostBytes, readOrdersCsv, readSuppliersCsv, type ReadCsv } from './read-csv.ts';
import styles from './tenant-data.module.css';
import { useListChange, type ListName } from './use-list-change.ts';

interface ImportDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly tenantId: string;
  readonly list: ListName;
  /** The list as it is now; undefined while it is not read. */
  readonly suppliers: readonly SupplierRow[] | undefined;
  readonly orders: readonly OrderRow[] | undefined;
  readonly environment: string | null;
}

/** Reads a CSV file, shows what it would change, and imports it. */
export function ImportDialog({ open, ...props }: ImportDialogProps) {
  return (
    <Dialog open={open} onClose={props.onClose} title={messages.csv.title[props.list]} size="lg" sticky>
      {open ? <ImportForm {...props} /> : null}
    </Dialog>
  );
}

type OpenedFile = { readonly text: string } | { readonly problem: string };

interface Found {
  readonly put: { readonly suppliers?: readonly SupplierInput[]; readonly orders?: readonly OrderInput[] };
  readonly count: number;
  readonly added: number;
  readonly changed: number;
  /** Listed suppliers whose bank accounts change. */
  readonly accounts: readonly string[];
  readonly problems: readonly string[];
}

function ImportForm(props: Omit<ImportDialogProps, 'open'>) {
  const { onClose, tenantId, list, suppliers, orders, environment } = props;
  const saving = useListChange(tenantId, list);
  const [file, setFile] = useState<OpenedFile | null>(null);
  // The list may arrive or change while the dialog is open, and its bank accounts are compared as they are now.
  const found = useMemo(
    () => (file === null ? null : compareFile(file, { list, suppliers, orders })),
    [file, list, suppliers, orders],
  );
  const isRead = (list === 'suppliers' ? suppliers : orders) !== undefined;
  const isReady = found !== null && found.problems.length === 0 && found.count > 0;

  async function read(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = event.currentTarget.files?.[0];
    setFile(null);
    if (chosen === undefined) return;
    if (chosen.size > mostBytes) setFile({ problem: messages.csv.tooLarge });
    else setFile(await openFile(chosen));
  }

  return (
    <EntryForm
      saving={saving}
      environment={environment}
      onClose={onClose}
      isWrong={!isReady}
      put={found?.put ?? {}}
      about={<DialogDescription>{messages.csv.about[list]}</DialogDescription>}
      save={messages.csv.import(found?.count ?? 0)}
      whyNotSave={isReady ? undefined : isRead ? messages.csv.file : messages.csv.listNotRead}
    >
      {() => (
        <>
          <TextField
            label={messages.csv.file}
            type="file"
            accept=".csv,text/csv,text/plain"
            onClick={chooseAgain}
            onChange={(event) => void read(event)}
          />
          {found === null ? null : <FoundList found={found} />}
        </>
      )}
    </EntryForm>
  );
}

function FoundList({ found }: { readonly found: Found }) {
  const { added, changed, count, accounts, problems } = found;
  const shown = (problems.length > 0 ? problems : accounts).slice(0, mostShown);
  const rest = (problems.length > 0 ? problems : accounts).length - shown.length;
  const lines = (
    <ul className={styles.found}>
      {shown.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {rest > 0 ? <li>{messages.csv.more(rest)}</li> : null}
    </ul>
  );
  if (problems.length > 0) {
    return (
      <Note tone="bad" live>
        {lines}
      </Note>
    );
  }
  return (
    <>
      <output className={styles.counts}>{messages.csv.found(added, changed, count - added - changed)}</output>
      {accounts.length === 0 ? null : (
        <Note tone="warn">
          {messages.csv.accounts(accounts.length)} {lines} {messages.accountsChange}
        </Note>
      )}
    </>
  );
}

const mostShown = 6;

async function openFile(file: File): Promise<OpenedFile> {
  try {
    return { text: await file.text() };
  } catch {
    return { problem: messages.csv.unreadable };
  }
}

/** Returns null while there is no list to compare with. */
function compareFile(
  file: OpenedFile,
  { list, suppliers, orders }: Pick<ImportDialogProps, 'list' | 'suppliers' | 'orders'>,
): Found | null {
  if ('problem' in file) return toProblem(file.problem);
  if (list === 'suppliers')
    return suppliers === undefined ? null : compareSuppliers(readSuppliersCsv(file.text), suppliers);
  return orders === undefined ? null : compareOrders(readOrdersCsv(file.text), orders);
}

function toProblem(problem: string): Found {
  return { put: {}, count: 0, added: 0, changed: 0, accounts: [], problems: [problem] };
}

function compareSuppliers(
  { entries, problems }: ReadCsv<SupplierInput>,
  listed: readonly SupplierRow[],
): Found {
  const known = new Map(listed.map((row) => [row.supplierId, row]));
  const accounts: string[] = [];
  let [added, changed] = [0, 0];
  for (const entry of entries) {
    const row = known.get(entry.supplierId);
    const movesAccounts = row !== undefined && toKey(row.ibans) !== toKey(entry.ibans);
    if (row === undefined) added += 1;
    else if (movesAccounts || row.name !== entry.name || row.vatNumber !== entry.vatNumber) changed += 1;
    if (movesAccounts) {
      const [from, to] = [row.ibans, entry.ibans].map((ibans) => ibans.join(', ') || messages.noAccount);
      accounts.push(`${entry.name}: ${from ?? ''} → ${to ?? ''}`);
    }
  }
  return { put: { suppliers: entries }, count: entries.length, added, changed, accounts, problems };
}

function compareOrders({ entries, problems }: ReadCsv<OrderInput>, listed: readonly OrderRow[]): Found {
  const known = new Map(listed.map((row) => [toNumberKey(row.number), row]));
  let [added, changed] = [0, 0];
  for (const { number, supplierId } of entries) {
    const row = known.get(toNumberKey(number));
    if (row === undefined) added += 1;
    else if (row.number !== number || row.supplierId !== supplierId) changed += 1;
  }
  return { put: { orders: entries }, count: entries.length, added, changed, accounts: [], problems };
}

function toKey(ibans: readonly string[]): string {
  return ibans
    .map((iban) => toNumberKey(iban))
    .toSorted()
    .join(' ');
}
