import { fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { messages } from './messages.ts';

interface CsvButtonProps {
  /** The file name without its time and extension: "sluice-access-patterns-hr". */
  readonly name: string;
  readonly csv: () => string;
  readonly disabled?: boolean | undefined;
}

/** Saves exactly the rows on the screen for a spreadsheet. */
export function CsvButton({ name, csv, disabled }: CsvButtonProps) {
  function save(): void {
    downloadText({
      fileName: `${name}-${fileStamp(Date.now())}.csv`,
      mediaType: mediaTypes.csv,
      text: csv(),
    });
  }
  usePageCommands(
    disabled === true
      ? []
      : [
          {
            id: 'export-csv',
            title: messages.page.exportCsv,
            keywords: ['spreadsheet', 'save'],
            icon: 'export',
            run: save,
          },
        ],
  );
  return (
    <Button size="sm" variant="ghost" icon="export" disabled={disabled} onClick={save}>
      {messages.page.exportCsv}
    </Button>
  );
}
