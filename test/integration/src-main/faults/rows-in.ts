/** Describes a part of an answer that stands for an item and states its status. */
export interface FoundRow {
  readonly id: string;
  readonly status: string | null;
  readonly catchingUp: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Finds every row of an answer at any depth, be it a document, a batch or a file, by its own id. */
export function rowsIn(answer: unknown): readonly FoundRow[] {
  const found: FoundRow[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const fields = value as Fields;
    const row = 'attributes' in fields ? toItem(fields) : fields;
    const id = row['documentId'] ?? row['fileId'] ?? row['batchId'];
    if (typeof id === 'string' && 'catchingUp' in row && ('status' in row || 'waitingSince' in row)) {
      // Rows of the review queue have no status, because everything in the queue waits for review.
      const status = 'status' in row ? row['status'] : 'REVIEW_REQUIRED';
      const catchingUp = row['catchingUp'] === true;
      found.push({ id, status: typeof status === 'string' ? status : null, catchingUp });
    }
    Object.values(fields).forEach(look);
  };
  look(answer);
  return found;
}

/** Reads an item of the Explorer, which uses the table's own attribute names. */
function toItem({ attributes, catchingUp, entity }: Fields): Fields {
  const names = attributes as Readonly<Record<string, { readonly S?: string } | undefined>>;
  const id = entity === 'Document' ? names['documentId']?.S : (names['FileID'] ?? names['batchId'])?.S;
  return { batchId: id, status: (names['status'] ?? names['Status'])?.S, catchingUp };
}
