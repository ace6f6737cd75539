import type { FailureGroupOfToday } from '#shared/contract/today/today.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { nouns } from '../counted-words.ts';
import { Lead } from '../lead/lead.tsx';
import type { Seen } from '../reading/seen.ts';
import { useTenantNames } from '../reading/use-tenant-names.ts';
import { shortMoment } from '../when-words.ts';
import { noneWords, readWords } from './group-words.ts';
import { PartState, Problems, Said } from './part-state.tsx';
import { TodayPart } from './today-part.tsx';
import styles from './today-table.module.css';

/** Causes of the newest failures; each opens its batch, at its group. */
export function GroupsPart({ seen }: { readonly seen: Seen }) {
  const { groups, tenant, now } = seen;
  return (
    <TodayPart title="Failure groups" hint={groups.value && readWords(groups.value)}>
      <PartState part={groups} notRead="The failures were not grouped" reading="Grouping the failures">
        {(value) => (
          <>
            {value.groups.length === 0 ? <Said>{noneWords(value)}</Said> : null}
            {value.groups.length === 0 ? null : (
              <GroupTable groups={value.groups} withTenant={tenant === null} now={now} />
            )}
            <Problems of={value.problems} />
          </>
        )}
      </PartState>
    </TodayPart>
  );
}

interface GroupTableProps {
  readonly groups: readonly FailureGroupOfToday[];
  readonly withTenant: boolean;
  readonly now: number;
}

function GroupTable({ groups, withTenant, now }: GroupTableProps) {
  const nameOf = useTenantNames();
  return (
    <table className={classNames(plain.table, styles.table)} aria-label="Failure groups">
      <thead>
        <tr>
          <th scope="col" className={styles.print}>
            Group
          </th>
          <th scope="col">What failed</th>
          <th scope="col" className={classNames(styles.stage, styles.gives)}>
            Stage
          </th>
          {withTenant ? (
            <th scope="col" className={classNames(styles.tenant, styles.gives)}>
              Tenant
            </th>
          ) : null}
          <th scope="col" className={classNames(styles.count, plain.end)}>
            Count
          </th>
          <th scope="col" className={classNames(styles.when, plain.end, styles.gives, styles.first)}>
            First
          </th>
          <th scope="col" className={classNames(styles.when, plain.end)}>
            Last
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(
          ({ fingerprint, tenantId, batchId, what, stage, count, batches, firstAt, lastAt, isNew }) => (
            <tr key={`${tenantId} ${fingerprint}`}>
              <td>
                <FingerprintChip fingerprint={fingerprint} />
              </td>
              <td title={what}>
                {isNew ? (
                  <span className={styles.new} aria-hidden>
                    new
                  </span>
                ) : null}
                <Lead
                  isRow
                  to={{ desk: 'batch', tenant: tenantId, batch: batchId, group: fingerprint }}
                  label={`${what}, ${nouns(count, 'document', 'documents')} in ${nouns(batches, 'batch', 'batches')}${isNew ? ', new' : ''}`}
                >
                  {what}
                </Lead>
              </td>
              <td className={classNames(plain.quiet, styles.gives)}>{stage ?? '–'}</td>
              {withTenant ? (
                <td className={classNames(plain.quiet, styles.gives)}>{nameOf(tenantId)}</td>
              ) : null}
              <td className={classNames(plain.end, styles.bad)}>{grouped(count)}</td>
              <td className={classNames(plain.end, plain.quiet, styles.gives, styles.first)}>
                {shortMoment(firstAt, now) ?? 'unknown'}
              </td>
              <td className={classNames(plain.end, plain.quiet)}>{shortMoment(lastAt, now) ?? 'unknown'}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
