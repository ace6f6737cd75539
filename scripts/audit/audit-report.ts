import { parseArgs } from 'node:util';
import { verifyHome, type VerifiedChain } from '#main/features/audit/verify-home.ts';

export const auditUsage = `npm run -s audit -- [options]

  --home DIR   the home folder whose audit trail is verified
  --json       print JSON for a program
  --help       print this text

It needs no network: chains are verified by their hashes, by the anchors that this folder recorded, and by later chains
that name their ends. A chain whose end nothing stands for is called whole, as far as it goes. The exit code is
1 if a chain is not intact, 2 if nothing could be verified.`;

interface AuditReport {
  readonly text: string;
  readonly exitCode: 0 | 1 | 2;
}

/** An unknown flag is refused, because a misspelt --hmoe would otherwise verify another folder. */
export async function auditReport(argv: readonly string[], home: string): Promise<AuditReport> {
  try {
    const { values } = parseArgs({ args: [...argv], options, strict: true, allowPositionals: false });
    if (values.help) return { text: `${auditUsage}\n`, exitCode: 0 };
    const chains = await verifyHome(values.home ?? home);
    const exitCode = chains.some(({ state }) => state === 'broken') ? 1 : 0;
    const text = values.json
      ? JSON.stringify({ chains }, null, 2)
      : chains.map(formatChainLine).join('\n') || nothing;
    return { text: `${text}\n`, exitCode };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { text: `Nothing was verified. ${why}\n\n${auditUsage}\n`, exitCode: 2 };
  }
}

const options = {
  home: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const nothing = 'No audit trail in this folder.';

function formatChainLine({
  file,
  state,
  entries,
  intact,
  problem,
  anchored,
  unanchored,
}: VerifiedChain): string {
  const anchor =
    anchored === null
      ? 'not anchored'
      : `anchored up to entry ${anchored.upTo} at ${anchored.at}, not anchored: ${many(unanchored)}`;
  if (state === 'broken') return `BROKEN    ${file}: ${problem ?? ''} ${many(intact)} before it intact.`;
  const word = state === 'verified' ? 'verified' : 'whole   ';
  return `${word}  ${file}: ${many(entries)}, ${anchor}${problem === null ? '' : `. ${problem}`}`;
}

function many(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}
