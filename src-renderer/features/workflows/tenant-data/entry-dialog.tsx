import { useState } from 'react';
import type { OrderRow, SupplierRow } from '#shared/contract/tenant-lists.ts';
import { toNumberKey } from '#shared/domain/review/invoice-key.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { useLastShown } from '../use-last-shown.ts';
import { EntryForm } from './entry-form.tsx';
import { messages } from './list-messages.ts';
import { toSupplierId } from './read-csv.ts';
import { useListChange } from './use-list-change.ts';

interface EntryDialogProps {
  readonly tenantId: string;
  /** The name to type before a change; null if none is required. */
  readonly environment: string | null;
  readonly onClose: () => void;
}

interface SupplierDialogProps extends EntryDialogProps {
  /** Null while it is closed, and `new` for one that is added. */
  readonly supplier: SupplierRow | 'new' | null;
}

export function SupplierDialog({ supplier, ...props }: SupplierDialogProps) {
  const shown = useLastShown(supplier);
  const title =
    shown === null || shown === 'new' ? messages.addTitle.suppliers : (shown.name ?? shown.supplierId);
  return (
    <Dialog open={supplier !== null} onClose={props.onClose} title={title} sticky>
      {shown === null ? null : (
        <SupplierForm
          {...props}
          key={shown === 'new' ? 'new' : shown.supplierId}
          supplier={shown === 'new' ? null : shown}
        />
      )}
    </Dialog>
  );
}

function SupplierForm({
  supplier,
  tenantId,
  environment,
  onClose,
}: EntryDialogProps & { readonly supplier: SupplierRow | null }) {
  const saving = useListChange(tenantId, 'suppliers');
  const [name, setName] = useState(supplier?.name ?? '');
  const [vatNumber, setVatNumber] = useState(supplier?.vatNumber ?? '');
  const [ibans, setIbans] = useState((supplier?.ibans ?? []).join('\n'));
  const lines = ibans
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const movesAccounts = supplier !== null && toKey(lines) !== toKey(supplier.ibans);
  const supplierId = supplier?.supplierId ?? toSupplierId(name);
  const version = supplier === null ? 0 : (supplier.version ?? 0);
  const isWrong = name.trim() === '' || name.length > 200;
  return (
    <EntryForm
      saving={saving}
      environment={environment}
      onClose={onClose}
      isWrong={isWrong}
      put={{
        suppliers: [
          { supplierId, version, name: name.trim(), vatNumber: vatNumber.trim() || null, ibans: lines },
        ],
      }}
      remove={supplier === null ? undefined : { removeSupplier: { supplierId, version } }}
    >
      {(tried) => (
        <>
          <TextField
            label={messages.name}
            maxLength={200}
            value={name}
            error={tried && isWrong ? messages.nameWrong : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextField
            label={messages.vatNumber}
            mono
            maxLength={64}
            value={vatNumber}
            onChange={(event) => setVatNumber(event.currentTarget.value)}
          />
          <TextArea
            label={messages.ibans}
            mono
            hint={messages.ibansHint}
            value={ibans}
            onChange={(event) => setIbans(event.currentTarget.value)}
          />
          {movesAccounts ? (
            <Note tone="warn" live>
              {messages.accountsChange}
            </Note>
          ) : null}
        </>
      )}
    </EntryForm>
  );
}

function toKey(ibans: readonly string[]): string {
  return ibans
    .map((iban) => toNumberKey(iban))
    .toSorted()
    .join(' ');
}

interface OrderDialogProps extends EntryDialogProps {
  readonly order: OrderRow | 'new' | null;
  readonly suppliers: readonly SupplierRow[];
}

export function OrderDialog({ order, suppliers, ...props }: OrderDialogProps) {
  const shown = useLastShown(order);
  const title = shown === null || shown === 'new' ? messages.addTitle.orders : shown.number;
  return (
    <Dialog open={order !== null} onClose={props.onClose} title={title} sticky>
      {shown === null ? null : (
        <OrderForm
          {...props}
          key={shown === 'new' ? 'new' : shown.number}
          order={shown === 'new' ? null : shown}
          suppliers={suppliers}
        />
      )}
    </Dialog>
  );
}

const anySupplier = '';

function OrderForm({
  order,
  suppliers,
  tenantId,
  environment,
  onClose,
}: EntryDialogProps & Pick<OrderDialogProps, 'suppliers'> & { readonly order: OrderRow | null }) {
  const saving = useListChange(tenantId, 'orders');
  const [number, setNumber] = useState(order?.number ?? '');
  const [supplierId, setSupplierId] = useState(order?.supplierId ?? anySupplier);
  const isWrong = toNumberKey(number) === '' || number.length > 64;
  const version = order === null ? 0 : (order.version ?? 0);
  const known = suppliers.map((one) => ({ value: one.supplierId, label: one.name ?? one.supplierId }));
  const isUnknown = supplierId !== anySupplier && !known.some(({ value }) => value === supplierId);
  return (
    <EntryForm
      saving={saving}
      environment={environment}
      onClose={onClose}
      isWrong={isWrong}
      put={{
        orders: [
          { number: number.trim(), version, supplierId: supplierId === anySupplier ? null : supplierId },
        ],
      }}
      remove={order === null ? undefined : { removeOrder: { number: order.number, version } }}
    >
      {(tried) => (
        <>
          <TextField
            label={messages.number}
            mono
            maxLength={64}
            // The number is the key of the entry.
            disabled={order !== null}
            value={number}
            error={tried && isWrong ? messages.numberWrong : undefined}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Select
            label={messages.supplier}
            value={supplierId}
            onChange={setSupplierId}
            options={[
              { value: anySupplier, label: messages.anySupplier },
              ...(isUnknown ? [{ value: supplierId, label: supplierId }] : []),
              ...known,
            ]}
          />
        </>
      )}
    </EntryForm>
  );
}
