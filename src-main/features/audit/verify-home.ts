import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyChain, type ChainVerdict } from '#shared/audit/verify-chain.ts';
import type { AuditVerification } from '#shared/contract/jobs/audit.ts';
import { chainFile, chainOfFile, isMarked, markOf, pidOf } from '../../audit/chain-name.ts';
import { toldAnchors } from '../../audit/told-anchors.ts';
import { auditFolder, hasProcess } from './audit-folder.ts';
import { chainLines } from './chain-file.ts';
import type { AnchorsByChain } from './read-anchors.ts';
import { problemOf, sha256, stateOf } from './verify-chain.ts';

type VerifiedChain = AuditVerification['chains'][number];

interface Verified {
  readonly chains: readonly VerifiedChain[];
  /** Anchored by the same person, and marked as of another folder. */
  readonly elsewhere: number;
}

interface Options {
  /** As the pipelines' API tells them, read before the files: what is written meanwhile is no fault. */
  readonly anchors?: AnchorsByChain;
  readonly isRunning?: (pid: number) => boolean;
}

/** Every chain of a home folder, by its lines, by the anchors that were told here, and by those of the API. */
export async function verifyHome(
  home: string,
  { anchors = new Map(), isRunning = hasProcess }: Options = {},
): Promise<Verified> {
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
  return { chains, elsewhere: anchors.size - anchoredHere.length };
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
