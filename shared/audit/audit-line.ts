/** SHA-256 of this text in UTF-8, in hexadecimal: who verifies brings their own. */
export type Sha256 = (text: string) => string;

export interface AuditLine {
  readonly body: Readonly<Record<string, unknown>>;
  readonly hash: string;
  /** Of what stands in front of it, as it stands there. */
  readonly computed: string;
  /** Whether it stands there as the console writes it: a space more, or a name twice, is nothing it writes. */
  readonly isAsWritten: boolean;
}

/** What the first line of a chain has for the hash of the line before it. */
export const genesis = '0'.repeat(64);

/** By the text that is there, and not by what a parser makes of it. Undefined: it is no entry at all. */
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
    // Said of the line by its caller: it is no entry.
    return undefined;
  }
}

const hashAtItsEnd = /,"hash":"([0-9a-f]{64})"\}$/;
