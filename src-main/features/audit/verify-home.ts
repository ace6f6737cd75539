import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyChain, type ChainVerdict } from '#shared/audit/verify-chain.ts';
import type { AuditVerification } from '#shared/contract/jobs/audit.ts';
import { chainFile, chainOfFile, isMarked, markOf, pidOf } from '../../audit/chain-name.ts';
import { toldAnchors } from '../../audit/told-anchors.ts';
import { auditFolder, hasProcess } from './audit-folder.ts';
import { chainLines, sha256 } from './chain-file.ts';
import type { AnchorsByChain } from './read-anchors.ts';

type ShownChain = AuditVerification['chains'][number];

export interface VerifiedChain extends Omit<ShownChain, 'anchoredAt'> {
  readonly chain: string;
  /** That many hold, from the first on. */
  readonly intact: number;
  /** Up to this entry, counted from 1, it cannot be changed without showing. */
  readonly anchored: { readonly upTo: number; readonly at: string } | null;
  readonly unanchored: number;
}

interface Options {
  /** As the pipeline API tells them, read before the files: what is written meanwhile is no fault. */
  readonly anchors?: AnchorsByChain;
  readonly isRunning?: (pid: number) => boolean;
}

/**
 * Every chain of a home folder, the newest first, and those that are anchored and gone among them: by its lines, by the
 * anchors that were told here, and by those of the API. What the person did on another machine is not missed here.
 */
export async function verifyHome(
  home: string,
  { anchors = new Map(), isRunning = hasProcess }: Options = {},
): Promise<readonly VerifiedChain[]> {
  const kept = toldAnchors(home);
  const { files, told } = await auditFolder(home);
  const here = new Set(files.map(chainOfFile));
  const mark = markOf(home);
  const anchoredHere = [...anchors.keys()].filter((chain) => isMarked(chain, mark) || here.has(chain));
  const names = [...new Set([...here, ...told, ...anchoredHere])].toSorted((a, b) => (a < b ? 1 : -1));
  const chains: VerifiedChain[] = [];
  for (const chain of names) {
    const known = [...kept.of(chain), ...(anchors.get(chain) ?? [])];
    // A told anchor that cannot be read tells of nothing, so without a file nothing is left to say.
    if (!here.has(chain) && known.length === 0) continue;
    const bytes = here.has(chain) ? await readFile(join(home, 'audit', chainFile(chain))) : null;
    const verdict = verifyChain(bytes === null ? null : chainLines(bytes), known, sha256);
    chains.push(verifiedChain(chain, verdict, isRunning(pidOf(chain))));
  }
  return chains;
}

function verifiedChain(chain: string, verdict: ChainVerdict, isBeingWritten: boolean): VerifiedChain {
  const { entries, intact, fault, anchored, unanchored } = verdict;
  return {
    chain,
    file: chainFile(chain),
    entries,
    intact,
    state: stateOf(verdict, isBeingWritten),
    line: fault?.line ?? null,
    problem: problemOf(verdict, isBeingWritten),
    anchored: anchored && { upTo: anchored.sequence + 1, at: anchored.anchoredAt },
    unanchored,
  };
}

function stateOf({ fault, isTorn }: ChainVerdict, isBeingWritten: boolean): ShownChain['state'] {
  if (fault !== null) return 'broken';
  if (!isTorn) return 'verified';
  return isBeingWritten ? 'being-written' : 'torn';
}

/** A half line is what a crash leaves behind; whoever cuts a file may leave one, too, and only an anchor tells. */
function problemOf({ fault, isTorn, entries }: ChainVerdict, isBeingWritten: boolean): string | null {
  if (fault !== null) return fault.says;
  if (!isTorn || isBeingWritten) return null;
  return `Line ${entries + 1} breaks off in the middle, as when a console is killed while it writes. What is before it holds.`;
}
