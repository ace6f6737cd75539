import { ok, refused } from '#shared/contract/result.ts';
import { fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { csvOf, jsonOf } from './export-text.ts';
import type { HeldReading, ReadingsShelf } from './readings-shelf.ts';

interface Parts {
  readonly shelf: ReadingsShelf;
  readonly heldFor: () => string;
  readonly now: () => number;
}

/** What was read and is shown, nothing else: rows are named by handle and taken as they left main, masked. */
export function exportRows({ shelf, heldFor, now }: Parts): Handlers['explorer.export'] {
  return ({ reading: id, format, columns, rows: handles }) => {
    const reading = shelf.reading(heldFor(), id);
    if (reading === undefined) {
      return refused({
        code: 'not-found',
        message: 'These rows are no longer held. Ask the question again, then export. No file was made.',
        what: 'reading',
      });
    }
    const rows = handles.flatMap((handle) => reading.rows.get(handle) ?? []);
    const missing = handles.length - rows.length;
    if (missing > 0) {
      return refused({
        code: 'not-found',
        message: `${missing} of ${handles.length} rows ${missing === 1 ? 'is' : 'are'} no longer held. Ask the question again, then export. No file was made, because it would not be whole.`,
        what: 'rows',
      });
    }
    const items = rows.map(({ masked }) => masked);
    return ok({
      fileName: fileNameOf(reading, now(), format),
      mediaType: mediaTypes[format],
      text: format === 'csv' ? csvOf(items, columns) : jsonOf(items, columns),
    });
  };
}

function fileNameOf({ system, pattern }: HeldReading, at: number, format: string): string {
  const stamp = fileStamp(at);
  // A loaded system chooses its names itself, and a file's name must not lead out of its folder.
  const name = `${system}-${pattern}`.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 120);
  return `${name}-${stamp}.${format}`;
}
