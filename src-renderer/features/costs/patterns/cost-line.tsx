import type { CSSProperties, KeyboardEvent } from 'react';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { CostRow } from '#shared/pricing/cost-row.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { IndexBadge } from '#renderer/ui/index-name/index-badge.tsx';
import { indexRole } from '#renderer/ui/key-role/key-role.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import styles from './cost-table-part.module.css';
import { percentText, unitsText } from './cost-words.ts';
import type { PrintedBy } from './printed-by.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { callsBounds, readFigure } from './read-figure.ts';

export interface CostLineProps {
  readonly row: CostRow;
  readonly system: SystemDeclaration;
  readonly typed: string | undefined;
  readonly places: number;
  /** Dollars of the largest row, which has the whole bar. */
  readonly largest: number;
  /** Dollars of all of them. */
  readonly total: number;
  /** Null where no column shows what a source prints. */
  readonly printed: PrintedBy | null;
  readonly setCalls: (row: string, text: string | undefined) => void;
}

export function CostLine({ row, system, typed, places, largest, total, printed, setCalls }: CostLineProps) {
  const { key, number, title, usdPerDay, notEstimated } = row;
  const read = typed === undefined ? undefined : readFigure(typed, callsBounds);
  const usd = Number(usdPerDay ?? 0);
  const bar = { '--share': `${String(largest === 0 ? 0 : (usd / largest) * 100)}%` } as CSSProperties;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || typed === undefined) return;
    event.stopPropagation();
    setCalls(key, undefined);
  }

  return (
    <tr className={styles.line}>
      <td className={plain.number}>{number}</td>
      <th scope="row">{title}</th>
      <td>
        <Request row={row} system={system} />
      </td>
      <td className={plain.end}>
        {row.basis === 'measured' ? (
          <b title="Measured in this session">{unitsText(row, row.rcuPerCall)}</b>
        ) : (
          unitsText(row, row.rcuPerCall)
        )}
      </td>
      <td className={plain.end}>{unitsText(row, row.wcuPerCall)}</td>
      <td className={plain.end}>
        <TextField
          label={`Calls a day of ${number} ${title}`}
          labelHidden
          size="sm"
          className={styles.calls}
          inputMode="numeric"
          placeholder="not declared"
          value={typed ?? (row.callsPerDay === null ? '' : grouped(row.callsPerDay))}
          error={read === undefined || read.ok ? undefined : read.problem}
          onChange={(event) => setCalls(key, event.currentTarget.value)}
          onKeyDown={onKeyDown}
          end={
            typed === undefined ? undefined : (
              <IconButton
                icon="undo"
                size="sm"
                label={`Take back ${number} ${title}`}
                className={styles.takeBack}
                onClick={() => setCalls(key, undefined)}
              />
            )
          }
        />
      </td>
      <td className={plain.end} title={usdPerDay === null ? (notEstimated ?? '') : `$${usdPerDay}`}>
        {usdPerDay === null ? (
          <span className={plain.quiet}>not estimated</span>
        ) : (
          moneyText(usdPerDay, { places, tiny: 'sign' })
        )}
      </td>
      <td className={styles.share}>
        <span className={styles.track} style={bar} />
        <VisuallyHidden>{percentText(total === 0 ? 0 : usd / total)}</VisuallyHidden>
      </td>
      {printed === null ? null : (
        <td className={plain.end}>
          <Printed row={row} differs={printed.rowsThatDiffer.get(key)} />
        </td>
      )}
    </tr>
  );
}

function Request({ row, system }: Pick<CostLineProps, 'row' | 'system'>) {
  if (row.kind === 'write') return <span className={plain.quiet}>Write</span>;
  const { table, indexName } = locate(system, row.key);
  return (
    <span className={styles.request}>
      {row.operation}{' '}
      <IndexBadge index={indexName} role={indexRole(Object.keys(table.indexes ?? {}), indexName)} />
    </span>
  );
}

function Printed({ row, differs }: { readonly row: CostRow; readonly differs: string | undefined }) {
  if (row.printed === null) return null;
  if (differs === undefined) return <span className={plain.quiet}>${row.printed}</span>;
  return (
    <span className={styles.differs} title={`Ours by the same prices: $${differs}`}>
      <Icon name="warning" size={12} />${row.printed}
      <VisuallyHidden>, ours by the same prices is ${differs}</VisuallyHidden>
    </span>
  );
}
