/**
 * Returns the SHA-256 of a text in UTF-8, in hexadecimal. The caller passes it in, because shared code has no crypto
 * module.
 */
type Sha256 = (text: string) => string;

export interface AuditLine {
  readonly body: Readonly<Record<string, unknown>>;
  readonly hash: string;
  /** The hash computed from the text in front of `hash`, exactly as it appears in the file. */
  readonly computed: string;
  /** The line is exactly as the console writes it. An extra space or a repeated name shows that it was edited. */
  readonly isAsWritten: boolean;
}

/** The first line of a chain uses this value as the hash of the previous line. */
export const genesis = '0'.repeat(64);

/** Hashes the text as it appears, not a re-serialised parse of it. Returns undefined if the line is not an entry. */
export function readAuditLine(line: string, sha256: Sha256): AuditLine | undefined {
  const found = hashAtItsEnd.exec(line);
  const hash = found?.[1];
  if (found === null || hash === undefined) return undefined;
  const written = `${line.slice(0, found.index)}}`;
  try {
    const body: unknown = JSON.parse(written);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
    return {
      body: body as Readonly<Record<string, unknown>>,
      hash,
      computed: sha256(written),
      isAsWritten: JSON.stringify(body) === written,
    };
  } catch {
    // The caller reports the line as not being an entry.
    return undefined;
  }
}

const hashAtItsEnd = /,"hash":"([0-9a-f]{64})"\}$/;

/** A head of the chain as the pipeline API keeps it. The console cannot take it back. */
export interface Anchor {
  readonly sequence: number;
  readonly hash: string;
  readonly anchoredAt: string;
  /** A later chain, or a file of the same home, that names this entry as the last one. It stands in for an anchor of the API. */
  readonly namedBy?: string;
}

export interface ChainLines {
  /** The complete lines. An entry is null if its bytes are not text. */
  readonly lines: readonly (string | null)[];
  /** The file ends in a half-written line, because the writer was interrupted. */
  readonly isTorn: boolean;
}

type FaultKind =
  | 'no-entry'
  | 'changed'
  | 'written-otherwise'
  | 'out-of-order'
  | 'not-linked'
  | 'cut-short'
  | 'rewritten'
  | 'missing';

interface ChainFault {
  readonly kind: FaultKind;
  /** The first line that fails, counted from 1. */
  readonly line: number;
  readonly says: string;
}

export interface ChainVerdict {
  /** The number of complete lines in the file. */
  readonly entries: number;
  /** The number of lines that verify, counted from the first. */
  readonly intact: number;
  readonly fault: ChainFault | null;
  readonly isTorn: boolean;
  /** The newest anchor that matches. Lines after it could be cut off without a trace. */
  readonly anchored: Anchor | null;
  /** The number of entries after that anchor. */
  readonly unanchored: number;
  /** The number of entries that neither an anchor nor a later chain stands for. They could be cut off unseen. */
  readonly unvouched: number;
  /** The last entry is the one that a clean stop writes. */
  readonly isClosed: boolean;
}

/**
 * Checks a chain line by line and against its anchors. Only the anchors reveal lines cut off the end, or a chain
 * rewritten from some line on. `file` is `null` when the whole file is gone.
 */
export function verifyChain(
  file: ChainLines | null,
  anchors: readonly Anchor[],
  sha256: Sha256,
): ChainVerdict {
  const { lines, isTorn } = file ?? { lines: [], isTorn: false };
  const read = lines.map((line) => (line === null ? undefined : readAuditLine(line, sha256)));
  const broken = chainFault(read);
  const moved = anchors
    .toSorted((one, other) => one.sequence - other.sequence)
    .flatMap((anchor) => anchorFault(anchor, read, file === null))
    .at(0);
  const fault =
    broken !== null && (moved === undefined || broken.line <= moved.line) ? broken : (moved ?? null);
  const intact = fault === null ? lines.length : fault.line - 1;
  const fitting = anchors.filter(({ sequence }) => sequence < intact);
  const anchored = newest(fitting.filter(({ namedBy }) => namedBy === undefined));
  return {
    entries: lines.length,
    intact,
    fault,
    isTorn,
    anchored,
    unanchored: lines.length - countUpTo(anchored),
    unvouched: lines.length - countUpTo(newest(fitting)),
    isClosed: read.at(-1)?.body['kind'] === 'closed',
  };
}

function countUpTo(anchor: Anchor | null): number {
  return anchor === null ? 0 : anchor.sequence + 1;
}

function chainFault(read: readonly (AuditLine | undefined)[]): ChainFault | null {
  let previous = genesis;
  for (const [sequence, line] of read.entries()) {
    const fault = lineFault(line, { sequence, previous });
    if (fault !== null) return { ...fault, line: sequence + 1 };
    previous = line?.hash ?? previous;
  }
  return null;
}

function lineFault(
  line: AuditLine | undefined,
  { sequence, previous }: { readonly sequence: number; readonly previous: string },
): Omit<ChainFault, 'line'> | null {
  const where = `Line ${sequence + 1}`;
  if (line === undefined) return { kind: 'no-entry', says: `${where} is not an audit entry.` };
  if (line.hash !== line.computed) {
    return { kind: 'changed', says: `${where} was changed: its hash does not match its content.` };
  }
  const number = line.body['sequence'];
  if (number !== sequence) {
    const says = `${where} has the number ${String(number)} where ${sequence} is due: lines were taken out or put in.`;
    return { kind: 'out-of-order', says };
  }
  if (line.body['previous'] !== previous) {
    const says = `${where} does not follow the line before it: that one was changed or replaced.`;
    return { kind: 'not-linked', says };
  }
  if (line.isAsWritten) return null;
  return { kind: 'written-otherwise', says: `${where} is not written as this console writes an entry.` };
}

function anchorFault(
  { sequence, hash, anchoredAt, namedBy }: Anchor,
  read: readonly (AuditLine | undefined)[],
  isMissing: boolean,
): ChainFault[] {
  const how = namedBy === undefined ? 'was anchored at' : `was named by ${namedBy} at`;
  const wasAnchored = `entry ${sequence + 1} ${how} ${anchoredAt}`;
  if (isMissing) {
    return [{ kind: 'missing', line: 1, says: `The whole file is gone: its ${wasAnchored}.` }];
  }
  if (sequence >= read.length) {
    const line = read.length + 1;
    return [
      {
        kind: 'cut-short',
        line,
        says: `The file ends before line ${line}: ${wasAnchored}, so it was cut off at its end.`,
      },
    ];
  }
  if (read[sequence]?.hash === hash) return [];
  const line = sequence + 1;
  const says = `Line ${line} is not the one that ${how} ${anchoredAt}: it, or a line before it, was rewritten.`;
  return [{ kind: 'rewritten', line, says }];
}

function newest(anchors: readonly Anchor[]): Anchor | null {
  return anchors.reduce<Anchor | null>(
    (best, one) => (best === null || one.sequence > best.sequence ? one : best),
    null,
  );
}
