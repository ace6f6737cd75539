import type { Changes } from '#shared/contract/jobs.ts';
import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import type { SeenItems } from '../../jobs/job-action.ts';

/** Keeps items changed by actions for a few minutes, so that a page that starts watching later also gets them. */
export interface ChangesStore {
  add(connectionId: string, items: SeenItems): void;
  /** Returns the newest version of each item of the last minutes. */
  recent(connectionId: string): Changes;
  onChange(listener: (changes: Changes) => void): () => void;
  forget(connectionId: string): void;
}

/** Covers the time in which a reader may still find an index behind. */
const keptFor = 5 * 60_000;
/** Limits what is sent to a newly opened page, which would otherwise get every item of a job of 10,000. */
const mostKept = 2_000;

export function openChanges(now: () => number): ChangesStore {
  const shelves = new Map<string, Shelf>();
  const listeners = new Set<(changes: Changes) => void>();

  return {
    add(connectionId, items) {
      const shelf = shelves.get(connectionId) ?? newShelf();
      shelves.set(connectionId, shelf);
      const until = now() + keptFor;
      const batches = items.batches.filter((row) =>
        put(shelf.batches, batchName(row), { row, until }, readVersion),
      );
      const documents = items.documents.filter((row) =>
        put(shelf.documents, documentName(row), { row, until }, readVersion),
      );
      const ofDownloads = downloads(
        (items.downloads?.files ?? []).filter((row) =>
          put(shelf.files, row.fileId, { row, until }, changedFile),
        ),
        (items.downloads?.batches ?? []).filter((row) =>
          put(shelf.downloadBatches, row.batchId, { row, until }, changedBatch),
        ),
      );
      for (const one of Object.values(shelf)) forgetOld(one, now());
      if (batches.length + documents.length === 0 && ofDownloads.downloads === undefined) return;
      for (const listener of listeners) listener({ connectionId, batches, documents, ...ofDownloads });
    },
    recent(connectionId) {
      const shelf = shelves.get(connectionId) ?? newShelf();
      return {
        connectionId,
        batches: recentRows(shelf.batches, now()),
        documents: recentRows(shelf.documents, now()),
        ...downloads(recentRows(shelf.files, now()), recentRows(shelf.downloadBatches, now())),
      };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    forget: (connectionId) => void shelves.delete(connectionId),
  };
}

interface Entry<Row> {
  readonly row: Row;
  readonly until: number;
}

interface Shelf {
  readonly batches: Map<string, Entry<Batch>>;
  readonly documents: Map<string, Entry<DocumentRow>>;
  readonly files: Map<string, Entry<DownloadFile>>;
  readonly downloadBatches: Map<string, Entry<DownloadBatch>>;
}

function newShelf(): Shelf {
  return { batches: new Map(), documents: new Map(), files: new Map(), downloadBatches: new Map() };
}

/** Leaves out the part where there is nothing. */
function downloads(files: DownloadFile[], batches: DownloadBatch[]): Pick<Changes, 'downloads'> {
  return files.length + batches.length === 0 ? {} : { downloads: { files, batches } };
}

function readVersion({ version }: { readonly version: number | null }): number | null {
  return version;
}

function changedFile({ version }: DownloadFile): number | null {
  return version === null ? null : Number(version);
}

function changedBatch({ updatedAt }: DownloadBatch): number | null {
  return updatedAt === null ? null : Date.parse(updatedAt);
}

function batchName({ tenantId, batchId }: Batch): string {
  return JSON.stringify([tenantId, batchId]);
}

function documentName({ tenantId, batchId, documentId }: DocumentRow): string {
  return JSON.stringify([tenantId, batchId, documentId]);
}

/** Returns false if an equally new version is there already, because two reads may come back in either order. */
function put<Row>(
  shelf: Map<string, Entry<Row>>,
  name: string,
  entry: Entry<Row>,
  versionIn: (row: Row) => number | null,
): boolean {
  const before = shelf.get(name);
  const known = before === undefined ? null : versionIn(before.row);
  const version = versionIn(entry.row);
  const isNews = known === null || version === null || version > known;
  if (!isNews && version < known) return false;
  // Moves the entry to the end, so that entries stay in the order in which they expire.
  shelf.delete(name);
  shelf.set(name, entry);
  return isNews;
}

function recentRows<Row>(shelf: Map<string, Entry<Row>>, now: number): Row[] {
  forgetOld(shelf, now);
  return [...shelf.values()].map(({ row }) => row);
}

function forgetOld(shelf: Map<string, Entry<unknown>>, now: number): void {
  for (const [name, { until }] of shelf) {
    if (until > now && shelf.size <= mostKept) break;
    shelf.delete(name);
  }
}
