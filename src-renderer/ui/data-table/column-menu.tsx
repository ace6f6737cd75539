import { IconButton } from '../icon-button/icon-button.tsx';
import { MenuCheckItem } from '../menu/menu-items.tsx';
import { Menu, MenuGroup } from '../menu/menu.tsx';
import type { DataColumn } from './data-column.ts';

export interface ColumnMenuProps<Row> {
  readonly all: readonly DataColumn<Row>[];
  readonly shown: readonly DataColumn<Row>[];
  readonly onChange: (ids: readonly string[]) => void;
}

export function ColumnMenu<Row>({ all, shown, onChange }: ColumnMenuProps<Row>) {
  const shownIds = new Set(shown.map((column) => column.id));
  function toggle(id: string, show: boolean): void {
    // In the columns' own order, so that one choice is one value in the URL.
    onChange(all.map((column) => column.id).filter((each) => (each === id ? show : shownIds.has(each))));
  }
  return (
    <Menu align="end" trigger={<IconButton icon="columns" size="sm" label="Choose columns" />}>
      <MenuGroup label="Columns">
        {all.map((column) => (
          <MenuCheckItem
            key={column.id}
            checked={shownIds.has(column.id)}
            // The last column standing stays: a table without columns says nothing.
            disabled={column.hideable === false || (shownIds.size === 1 && shownIds.has(column.id))}
            onChange={(show) => toggle(column.id, show)}
          >
            {column.title}
          </MenuCheckItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
