import { fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';

interface CsvButtonProps {
  /** Without its time and ending: "sluice-access-patterns-hr". */
  readonly name: string;
  readonly csv: () => string;
  readonly disabled?: boolean | undefined;
}

/** Saves exactly what is shown, for a spreadsheet. */
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
            title: 'Export CSV',
            keywords: ['spreadsheet', 'save'],
            icon: 'export',
            run: save,
          },
        ],
  );
  return (
    <Button size="sm" variant="ghost" icon="export" disabled={disabled} onClick={save}>
      Export CSV
    </Button>
  );
}
