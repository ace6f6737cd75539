import { useQueryClient } from '@tanstack/react-query';
import type { Costs } from '#shared/contract/costs/costs.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { MenuItem } from '#renderer/ui/menu/menu-items.tsx';
import { Menu } from '#renderer/ui/menu/menu.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import type { CostsAddress } from '../costs-address.ts';
import { batchesInput } from '../spend/lists/batches-input.ts';
import { batchSpends } from '../spend/sums/batch-spend.ts';
import type { Spending } from '../spend/sums/groups.ts';
import { saveBatches, saveDays, saveTenants, saveWorkflows } from './save-csv.ts';

export interface ExportMenuProps {
  readonly costs: Costs;
  readonly spending: Spending;
  readonly book: PriceBook;
  readonly address: CostsAddress;
}

/** What the page shows, for a spreadsheet, by the price book that it shows it by. */
export function ExportMenu({ costs, spending, book, address }: ExportMenuProps) {
  const client = useQueryClient();
  const toast = useToast();
  const from = { costs, book, tenant: address.tenant };

  async function saveListed(): Promise<void> {
    const options = { ...operationOptions('costs.batches', batchesInput(address)), staleTime: 0 };
    try {
      const { rows, more } = (await client.fetchQuery(options)).value;
      saveBatches(batchSpends(rows, costs, book, spending.meanOf), from);
      if (more > 0)
        toast.show({
          message: `The newest ${String(rows.length)} batches were written, ${String(more)} were not`,
        });
    } catch {
      toast.show({ message: 'Nothing was written: the batches were not listed', tone: 'failed' });
    }
  }

  const lists = [
    { title: 'Days', save: () => saveDays(spending.days, from) },
    { title: 'Tenants', save: () => saveTenants(spending.tenants, from) },
    { title: 'Workflows', save: () => saveWorkflows(spending.workflows, from) },
    { title: 'Batches', save: () => void saveListed() },
  ] as const;
  usePageCommands(
    lists.map(({ title, save }) => ({
      id: `export-${title}`,
      title: `Export CSV: ${title}`,
      keywords: ['spreadsheet', 'save', 'costs'],
      icon: 'export',
      run: save,
    })),
  );

  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon="export">
          Export CSV
        </Button>
      }
    >
      {lists.map(({ title, save }) => (
        <MenuItem key={title} onSelect={save}>
          {title}
        </MenuItem>
      ))}
    </Menu>
  );
}
