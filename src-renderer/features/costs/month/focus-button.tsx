import { useQueryClient } from '@tanstack/react-query';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { usePriceBook } from '../book/use-price-book.tsx';
import { messages } from '../messages.ts';

/** Saves the last 30 days in the columns of FOCUS, by day, workflow and price. */
export function FocusButton({ tenant }: { readonly tenant: string | null }) {
  const client = useQueryClient();
  const toast = useToast();
  const { book } = usePriceBook();

  async function save(): Promise<void> {
    try {
      const options = operationOptions('costs.focus', { tenantId: tenant, book: book.id, days: 30 });
      const { csv, rows, from, to, whyNot } = (await client.fetchQuery({ ...options, staleTime: 0 })).value;
      if (rows > 0) {
        const fileName = `sluice-focus-${from}-${to}-${fileStamp(Date.now())}.csv`;
        downloadText({ fileName, mediaType: mediaTypes.csv, text: csv });
      }
      if (rows === 0 || whyNot !== null) {
        const message = rows === 0 ? messages.month.notExported : messages.month.exported(grouped(rows));
        toast.show({ message, detail: whyNot ?? undefined });
      }
    } catch (error) {
      toast.show({ message: messages.month.notExported, detail: toFailure(error).message, tone: 'failed' });
    }
  }

  usePageCommands([
    {
      id: 'export-focus',
      title: messages.month.exportFocus,
      keywords: ['finops', 'csv', 'finance', 'export'],
      icon: 'export',
      run: () => void save(),
    },
  ]);
  return (
    <Button size="sm" variant="ghost" icon="export" onClick={() => void save()}>
      {messages.month.exportFocus}
    </Button>
  );
}
