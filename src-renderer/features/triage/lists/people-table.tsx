import type { UserOfTenant } from '#shared/contract/triage/tenants.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { ListState } from '../parts/list-state.tsx';
import { tableEnd } from './table-end.ts';
import type { Pages } from '../parts/use-pages.ts';

interface PeopleTableProps {
  readonly pages: Pages<UserOfTenant>;
  readonly isPrimary: boolean;
}

export function PeopleTable({ pages, isPrimary }: PeopleTableProps) {
  const copyId = useCopyAndTell();
  return (
    <ListState pages={pages} what="people" empty="Nobody works for this tenant">
      <DataTable
        label="People"
        primary={isPrimary}
        columns={columns}
        rows={pages.rows}
        rowId={({ userId }) => userId}
        rowName={({ name, userId }) => name ?? userId}
        onCopyId={copyId}
        end={tableEnd(pages)}
        onReachEnd={pages.readOn}
      />
    </ListState>
  );
}

const columns: readonly DataColumn<UserOfTenant>[] = [
  {
    id: 'name',
    title: 'Name',
    value: ({ name, userId }) => name ?? userId,
    strong: true,
    min: 104,
    sortable: true,
  },
  { id: 'role', title: 'Role', value: ({ role }) => role, width: 80, sortable: true },
  { id: 'userId', title: 'User id', value: ({ userId }) => userId, mono: true, min: 150, sortable: true },
];
