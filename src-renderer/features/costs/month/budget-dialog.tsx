import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { MonthCosts, MonthRow } from '#shared/contract/month-costs.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { messages } from '../messages.ts';
import { formatMonth, nameRow } from './month-names.ts';
import styles from './month.module.css';

interface BudgetDialogProps {
  readonly row: MonthRow;
  /** This month, such as "2026-11". */
  readonly month: string;
  readonly keptBy: MonthCosts['budgetsKeptBy'];
  readonly onClose: () => void;
}

/** Sets what a tenant or a workflow may cost, for every month or for this one. A budget stops nothing. */
export function BudgetDialog({ row, month, keptBy, onClose }: BudgetDialogProps) {
  const client = useQueryClient();
  const { connection } = usePersonHere();
  const [scope, setScope] = useState<'always' | 'month'>('always');
  const [amount, setAmount] = useState(row.set.usd ?? '');
  const [typed, setTyped] = useState('');
  const [intentKey, setIntentKey] = useState(() => crypto.randomUUID());
  const [overtaken, setOvertaken] = useState(false);
  const save = useCommand('costs.saveBudget', { toldInPlace: true });
  const isProduction = connection?.environment === 'production';
  const error = amount === '' || /^\d{1,9}(\.\d{1,2})?$/.test(amount) ? undefined : messages.month.amountForm;

  function choose(next: 'always' | 'month'): void {
    setScope(next);
    setAmount((next === 'always' ? row.set.usd : row.set.months[month]) ?? '');
    setIntentKey(crypto.randomUUID());
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (error !== undefined || row.tenantId === null) return;
    const result = await save.run({
      tenantId: row.tenantId,
      projectId: row.projectId,
      workflowId: row.workflowId,
      month: scope === 'month' ? month : null,
      usd: amount === '' ? null : amount,
      version: row.set.version,
      typedEnvironment: isProduction ? typed : null,
      intentKey,
    });
    if (!result.ok) return;
    for (const operation of ['costs.month', 'costs.findings']) {
      void client.invalidateQueries({ queryKey: [operation] });
    }
    if (result.value.kind === 'saved') onClose();
    else setOvertaken(true);
  }

  return (
    <Dialog open onClose={onClose} title={`Budget of ${nameRow(row)}`} size="sm">
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody className={styles.form}>
          <DialogDescription>
            {messages.month.stopsNothing}{' '}
            {keptBy === 'deployment' ? messages.month.keptByAll : messages.month.keptHere}
          </DialogDescription>
          <Segmented
            label="For"
            size="sm"
            value={scope}
            onChange={choose}
            options={[
              { value: 'always', label: 'Every month' },
              { value: 'month', label: formatMonth(month) },
            ]}
          />
          <TextField
            label="Dollars a month"
            hint={
              row.forecast === null
                ? messages.month.emptyForNone
                : `${messages.month.emptyForNone} Forecast: ${moneyText(row.forecast.usd)}.`
            }
            error={error}
            inputMode="decimal"
            value={amount}
            onChange={(event) => {
              setAmount(event.currentTarget.value.trim());
              setIntentKey(crypto.randomUUID());
            }}
          />
          {isProduction ? (
            <TextField
              label="This is production. Type production"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          ) : null}
          {overtaken ? (
            <Note tone="warn" live>
              {messages.month.overtaken}
            </Note>
          ) : null}
          {save.failure === undefined ? null : (
            <Note tone="bad" live>
              {save.failure.message}
            </Note>
          )}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={
              error !== undefined || save.isRunning || overtaken || (isProduction && typed !== 'production')
            }
          >
            Save budget
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
