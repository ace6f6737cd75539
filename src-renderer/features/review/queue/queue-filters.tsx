import { useState } from 'react';
import { nameWorkflows, useNames, type WorkflowPlace } from '#renderer/contract/names.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Menu, MenuCheckItem } from '#renderer/ui/menu.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Flag } from '#shared/contract/review-document.ts';
import type { QueueRow } from '#shared/contract/review.ts';
import type { GoReview, ReviewAddress } from '../address.ts';
import { messages } from '../messages.ts';
import {
  anyAmount,
  describeRange,
  describeTyped,
  readRange,
  formatRange,
  type AmountRange,
  type ReadRange,
} from './amounts.ts';
import { visuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import styles from './queue.module.css';
import {
  formatAge,
  listAges,
  any,
  flagLooks,
  isFiltered,
  noFilters,
  describeReasons,
} from './queue-messages.ts';

interface QueueFiltersProps {
  readonly address: ReviewAddress;
  readonly go: GoReview;
  readonly rows: readonly QueueRow[];
}

/** Filters the queue. The main process reads on until it has a full page. */
export function QueueFilters({ address, go, rows }: QueueFiltersProps) {
  const { workflow, reasons, olderThanMinutes, amountFrom, amountTo } = address;
  const workflows = useWorkflowsSeen(rows, workflow);
  const toggle = (flag: Flag, on: boolean) =>
    go({ reasons: on ? [...reasons, flag] : reasons.filter((one) => one !== flag) }, 'replace');

  return (
    <fieldset className={styles.filters}>
      <legend className={visuallyHidden}>{messages.filters.title}</legend>
      <Select
        label={messages.filters.workflow}
        labelHidden
        size="sm"
        value={workflow ?? any}
        onChange={(next) => go({ workflow: next === any ? null : next }, 'replace')}
        options={[{ value: any, label: messages.filters.anyWorkflow }, ...workflows]}
      />
      <Menu
        trigger={
          <Button size="sm" opens className={styles.pick ?? ''}>
            {describeReasons(reasons)}
          </Button>
        }
      >
        {flagLooks.map(({ flag, long }) => (
          <MenuCheckItem key={flag} checked={reasons.includes(flag)} onChange={(on) => toggle(flag, on)}>
            {long}
          </MenuCheckItem>
        ))}
      </Menu>
      <Select
        label={messages.filters.age}
        labelHidden
        size="sm"
        value={formatAge(olderThanMinutes)}
        onChange={(next) => go({ olderThanMinutes: next === any ? null : Number(next) }, 'replace')}
        options={listAges(olderThanMinutes)}
      />
      <AmountFilter
        range={{ from: amountFrom, to: amountTo }}
        onChange={({ from, to }) => go({ amountFrom: from, amountTo: to }, 'replace')}
      />
      {isFiltered(address) ? (
        <Button size="sm" variant="ghost" icon="close" onClick={() => go(noFilters, 'replace')}>
          {messages.filters.clear}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** With one workflow chosen only its rows are read, so earlier workflows are remembered as options. */
function useWorkflowsSeen(
  rows: readonly QueueRow[],
  chosen: string | null,
): readonly { readonly value: string; readonly label: string }[] {
  const names = useNames();
  const [seen, setSeen] = useState<ReadonlyMap<string, WorkflowPlace>>(new Map());
  const all = new Map(seen);
  for (const { tenantId, projectId, workflowId } of rows) {
    if (workflowId !== null)
      all.set(`${tenantId} ${projectId} ${workflowId}`, { tenantId, projectId, workflowId });
  }
  if (all.size !== seen.size) setSeen(all);
  const labels = new Map([
    ...(chosen === null ? [] : [[chosen, chosen] as const]),
    ...nameWorkflows(all.values(), names),
  ]);
  return [...labels]
    .map(([value, label]) => ({ value, label }))
    .toSorted((left, right) => left.label.localeCompare(right.label));
}

interface AmountFilterProps {
  readonly range: AmountRange;
  readonly onChange: (range: AmountRange) => void;
}

function AmountFilter({ range, onChange }: AmountFilterProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      title={messages.filters.amount}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" opens className={styles.pick ?? ''}>
          {describeRange(range)}
        </Button>
      }
    >
      <RangeForm
        range={range}
        onChange={(next) => {
          setOpen(false);
          onChange(next);
        }}
      />
    </Popover>
  );
}

/** This form mounts when it opens, so that it starts with the current range. */
function RangeForm({ range, onChange }: AmountFilterProps) {
  const [typed, setTyped] = useState(formatRange(range));
  const [wrong, setWrong] = useState<Extract<ReadRange, { readonly ok: false }> | null>(null);

  function apply(): void {
    const read = readRange(typed);
    if (read.ok) onChange(read.range);
    else setWrong(read);
  }

  return (
    <form
      className={styles.amounts}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className={styles.ends}>
        <TextField
          label={messages.filters.from}
          size="sm"
          mono
          inputMode="decimal"
          value={typed.from}
          error={wrong?.from}
          onChange={(event) => setTyped({ ...typed, from: event.target.value })}
        />
        <TextField
          label={messages.filters.to}
          size="sm"
          mono
          inputMode="decimal"
          value={typed.to}
          error={wrong?.to}
          onChange={(event) => setTyped({ ...typed, to: event.target.value })}
        />
      </div>
      <p className={styles.hint}>
        <output>{describeTyped(typed)}</output> {messages.filters.currency}
      </p>
      <div className={styles.formEnd}>
        <Button size="sm" variant="ghost" onClick={() => onChange(anyAmount)}>
          {messages.filters.anyAmount}
        </Button>
        <Button size="sm" variant="primary" type="submit">
          {messages.filters.filter}
        </Button>
      </div>
    </form>
  );
}
