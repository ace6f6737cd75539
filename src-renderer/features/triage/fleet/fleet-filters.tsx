import { useState } from 'react';
import { nameWorkflows, useNames } from '#renderer/contract/names.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { visuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { CauseOfRow, FleetBatch, FleetList } from '#shared/contract/fleet.ts';
import { otherCauses } from '#shared/domain/attention.ts';
import type { GoTriage, TriageAddress } from '../address.ts';
import { messages } from '../messages.ts';
import { addSeen, nothingSeen, ordersOf, type Fleet } from './use-fleet.ts';
import styles from './fleet.module.css';

interface FleetFiltersProps {
  readonly list: FleetList;
  readonly fleet: Pick<Fleet, 'rows' | 'order'>;
  readonly address: TriageAddress;
  readonly go: GoTriage;
}

/**
 * Filters a list of all tenants. The main process reads on until it has a full page. The choices are those that were
 * seen in rows of this window, and the one in the address.
 */
export function FleetFilters({ list, fleet, address, go }: FleetFiltersProps) {
  const { of, workflow, cause, olderThanMinutes } = address;
  const seen = useSeen(fleet.rows);
  const words = messages.fleet.filters;
  const names = useNames();
  const tenants = new Map([...(of === null ? [] : [[of, names.tenant(of)] as const]), ...seen.tenants]);
  const workflows = new Map([
    ...(workflow === null ? [] : [[workflow, workflow] as const]),
    ...nameWorkflows(seen.workflows.values(), names),
  ]);
  const causes = new Map([...seen.causes].map(([name, one]) => [name, describeCauseShortly(one)]));
  if (cause !== null && !causes.has(cause)) causes.set(cause, cause);
  return (
    <fieldset className={styles.filters}>
      <legend className={visuallyHidden}>{words.title}</legend>
      {ordersOf[list].length < 2 ? null : (
        <Segmented
          label={messages.fleet.orders.label}
          size="sm"
          value={fleet.order}
          onChange={(order) => go({ order: order === ordersOf[list][0] ? null : order }, 'replace')}
          options={ordersOf[list].map((value) => ({ value, label: messages.fleet.orders[value] }))}
        />
      )}
      <Select
        label={words.tenant}
        labelHidden
        size="sm"
        value={of ?? any}
        onChange={(next) => go({ of: next === any ? null : next }, 'replace')}
        options={[{ value: any, label: words.anyTenant }, ...sortByLabel(tenants)]}
      />
      <Select
        label={words.workflow}
        labelHidden
        size="sm"
        value={workflow ?? any}
        onChange={(next) => go({ workflow: next === any ? null : next }, 'replace')}
        options={[{ value: any, label: words.anyWorkflow }, ...sortByLabel(workflows)]}
      />
      <Select
        label={words.cause}
        labelHidden
        size="sm"
        value={cause ?? any}
        onChange={(next) => go({ cause: next === any ? null : next }, 'replace')}
        options={[{ value: any, label: words.anyCause }, ...sortByLabel(causes)]}
      />
      <Select
        label={words.age}
        labelHidden
        size="sm"
        value={olderThanMinutes === null ? any : String(olderThanMinutes)}
        onChange={(next) => go({ olderThanMinutes: next === any ? null : Number(next) }, 'replace')}
        options={[{ value: any, label: words.anyAge }, ...listAges(olderThanMinutes)]}
      />
      {isFiltered(address) ? (
        <Button size="sm" variant="ghost" icon="close" onClick={() => go(noFilters, 'replace')}>
          {words.clear}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** Means that nothing is chosen. No id of a tenant, workflow or cause contains a space. */
const any = 'any of them';

export const noFilters = { of: null, workflow: null, cause: null, olderThanMinutes: null } as const;

export function isFiltered({ of, workflow, cause, olderThanMinutes }: TriageAddress): boolean {
  return of !== null || workflow !== null || cause !== null || olderThanMinutes !== null;
}

/** With a filter only its rows are read, so what was seen before is remembered. */
function useSeen(rows: readonly FleetBatch[]) {
  const [seen, setSeen] = useState(() => addSeen(nothingSeen, rows));
  const now = addSeen(seen, rows);
  if (now !== seen) setSeen(now);
  return now;
}

/** "b8cf51 ThrottlingException" */
export function describeCauseShortly({ fingerprint, code, pattern }: CauseOfRow): string {
  if (fingerprint === otherCauses) return messages.fleet.otherCauses;
  return `${fingerprint} ${code ?? pattern}`.trim();
}

function sortByLabel(named: ReadonlyMap<string, string>) {
  return [...named]
    .map(([value, label]) => ({ value, label }))
    .toSorted((left, right) => left.label.localeCompare(right.label));
}

/** Lists the usual ages, and the one in the address. */
export function listAges(chosen: number | null) {
  return [...new Set([...usualAges, ...(chosen === null ? [] : [chosen])])]
    .toSorted((left, right) => left - right)
    .map((age) => ({
      value: String(age),
      label: messages.fleet.filters.over(formatTimeSpan(age * 60_000)),
    }));
}

const usualAges = [30, 60, 240, 1_440, 4_320, 10_080];
