import { useId, useState, type ChangeEvent, type FormEvent } from 'react';
import type { OrderInput, OrderRow, SupplierInput, SupplierRow } from '#shared/contract/tenant-lists.ts';
import { toNumberKey } from '#shared/domain/review/invoice-key.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import saveStyles from '../save/save.module.css';
import { messages } from './list-messages.ts';
import { mostBytes, readOrdersCsv, readSuppliersCsv, type ReadCsv } from './read-csv.ts';
import styles from './tenant-data.module.css';
import { useListChange, type ListName } from './use-list-change.ts';

interface ImportDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly tenantId: string;
  readonly list: ListName;
  readonly suppliers: readonly SupplierRow[];
  readonly orders: readonly OrderRow[];
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
  const { onClose, tenantId, list, environment } = props;
  const formId = useId();
  const saving = useListChange(tenantId, list);
  const [found, setFound] = useState<Found | null>(null);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const lacksReason = reason.trim() === '';
  const isTypedWrong = environment !== null && typed.trim() !== environment;
  const isReady = found !== null && found.problems.length === 0 && found.count > 0;

  async function read(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.currentTarget.files?.[0];
    setFound(null);
    if (file === undefined) return;
    if (file.size > mostBytes) setFound(toProblem(messages.csv.tooLarge));
    else setFound(await readFile(file, props));
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (!isReady || lacksReason || isTypedWrong || saving.isSaving) return;
    const typedEnvironment = environment === null ? null : typed.trim();
    if (await saving.send({ ...found.put, reason: reason.trim(), typedEnvironment })) onClose();
  }

  return (
    <>
      <DialogBody>
        <DialogDescription>{messages.csv.about[list]}</DialogDescription>
        <form
          id={formId}
          className={saveStyles.dialogForm}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <TextField
            label={messages.csv.file}
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={(event) => void read(event)}
          />
          {found === null ? null : <FoundList found={found} />}
          <TextArea
            label={messages.reason}
            maxLength={500}
            rows={2}
            value={reason}
            error={tried && lacksReason ? messages.reasonWrong : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {environment === null ? null : (
            <TextField
              label={messages.typeEnvironment(environment)}
              mono
              value={typed}
              error={tried && isTypedWrong ? messages.typeEnvironment(environment) : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </form>
        {saving.told === null ? null : (
          <Note tone={saving.told.tone} live>
            {saving.told.text}
          </Note>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button
          type="submit"
          form={formId}

          variant={environment === null ? 'primary' : 'production'}
          loading={saving.isSaving}
          disabled={isReady ? false : messages.csv.file}
        >
          {messages.csv.import(found?.count ?? 0)}
        </Button>
      </DialogFoot>
    </>
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

async function readFile(
  file: File,
  { list, suppliers, orders }: Pick<ImportDialogProps, 'list' | 'suppliers' | 'orders'>,
): Promise<Found> {
  let text: string;
  try {
    text = await file.text();
  } catch {
    return toProblem(messages.csv.unreadable);
  }
  return list === 'suppliers'
    ? compareSuppliers(readSuppliersCsv(text), suppliers)
    : compareOrders(readOrdersCsv(text), orders);
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
