import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../icon-button/icon-button.tsx';
import { ColumnMenu } from './column-menu.tsx';
import type { DataColumn } from './data-column.ts';
import { describeCount } from './describe-rows.ts';
import { FilterField } from './filter-field.tsx';
import styles from './table-tools.module.css';

export interface TableToolsProps<Row> {
  readonly head: ReactNode;
  readonly loadedCount: number;
  readonly shownCount: number;
  readonly filter:
    | {
        readonly field: RefObject<HTMLInputElement | null>;
        readonly value: string;
        readonly onChange: (value: string) => void;
        readonly onLeave: () => void;
      }
    | undefined;
  readonly columns:
    | {
        readonly all: readonly DataColumn<Row>[];
        readonly shown: readonly DataColumn<Row>[];
        readonly onChange: (ids: readonly string[]) => void;
      }
    | undefined;
  readonly onExport: (() => void) | undefined;
}

export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { head, filter, columns, onExport } = props;
  const anyTool = filter !== undefined || columns !== undefined || onExport !== undefined;
  if (!anyTool && (head === undefined || head === null)) return null;
  return (
    <div className={styles.bar}>
      <div className={styles.barHead}>{head}</div>
      {anyTool ? (
        <div className={styles.tools}>
          {filter === undefined ? null : <FilterField {...filter} loadedCount={props.loadedCount} />}
          {columns === undefined ? null : <ColumnMenu {...columns} />}
          {onExport === undefined ? null : (
            <IconButton
              icon="export"
              size="sm"
              label={`Export the ${describeCount(props.shownCount)} shown`}
              onClick={onExport}
            />
          )}
        </div>
      ) : null}
    </div>
  );
}
