import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAuditLine, verifyChain, type Anchor, type ChainVerdict } from '#shared/audit/verify-chain.ts';
import type { AuditVerification } from '#shared/contract/jobs.ts';
import { chainSchema } from '#shared/pipeline-api/operation.ts';
import { chainFile, chainOfFile, isMarked, buildMachineMark, parsePid } from '../../audit/audit-log.ts';
import { openAnchorRecords } from '../../audit/anchor-chain.ts';
import { hasProcess, readNames, readNotedEnds } from '../../audit/chain-ends.ts';
import { createSlots } from '../../aws/patience.ts';
import type { PipelineApi } from '../../pipeline/pipeline-api.ts';
import type { ChainLines } from '#shared/audit/verify-chain.ts';
import { auditFolder, chainLines, sha256 } from './audit-files.ts';

type ShownChain = AuditVerification['chains'][number];

export interface VerifiedChain extends Omit<ShownChain, 'anchoredAt'> {
  readonly chain: string;
  /** Counts the entries that hold, from the first on. */
  readonly intact: number;
  /** Entries up to this one, counted from 1, cannot be changed without detection. */
  readonly anchored: { readonly upTo: number; readonly at: string } | null;
  readonly unanchored: number;
}

interface Options {
  /** Holds the anchors of the pipeline API, read before the files, because entries written meanwhile are no fault. */
  readonly anchors?: AnchorsByChain;
  readonly isRunning?: (pid: number) => boolean;
}

/**
 * Verifies every chain of a home folder, the newest first, including anchored chains whose file is gone. Each is
 * checked by its lines, by the anchors recorded here and by those of the API. Chains that the person made on another
 * machine are not reported as missing here.
 */
export async function verifyHome(
  home: string,
  { anchors = new Map(), isRunning = hasProcess }: Options = {},
): Promise<readonly VerifiedChain[]> {
  const kept = openAnchorRecords(home);
  const { files, told } = await auditFolder(home);
  const here = new Set(files.map(chainOfFile));
  const mark = buildMachineMark(home);
  const anchoredHere = [...anchors.keys()].filter((chain) => isMarked(chain, mark) || here.has(chain));
  const lines = new Map<string, ChainLines>();
  const unread = new Map<string, string>();
  for (const chain of here) {
    try {
      lines.set(chain, chainLines(await readFile(join(home, 'audit', chainFile(chain)))));
    } catch (error) {
      unread.set(chain, error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
  }
  const named = namedEnds(lines);
  const noted = readNotedEnds(home);
  const names = new Set([...here, ...told, ...anchoredHere, ...named.keys(), ...noted.keys()]);
  const chains: VerifiedChain[] = [];
  for (const chain of [...names].toSorted((a, b) => (a < b ? 1 : -1))) {
    const known = [...kept.of(chain), ...(anchors.get(chain) ?? []), ...(named.get(chain) ?? [])];
    const why = unread.get(chain);
    if (why !== undefined) {
      const nothing = { entries: 0, intact: 0, line: null, anchored: null, unanchored: 0 } as const;
      const problem = why === 'EISDIR' ? 'A folder is in its place.' : `It cannot be read (${why}).`;
      chains.push({ ...nothing, chain, file: chainFile(chain), state: 'broken', problem });
      continue;
    }
    // An unreadable anchor proves nothing, so without a file there is nothing to report.
    if (!here.has(chain) && known.length === 0 && !noted.has(chain)) continue;
    // The notes tell only that a chain is gone. They vouch for no end, because they are not chained themselves.
    const gone = here.has(chain) ? [] : (noted.get(chain) ?? []);
    const verdict = verifyChain(lines.get(chain) ?? null, [...known, ...gone], sha256);
    chains.push(verifiedChain(chain, verdict, isRunning(parsePid(chain))));
  }
  return chains;
}

/** Collects the ends that the first entries of other chains name. */
function namedEnds(lines: ReadonlyMap<string, ChainLines>): AnchorsByChain {
  const named = new Map<string, Anchor[]>();
  for (const [namedBy, { lines: all }] of lines) {
    const first = readAuditLine(all[0] ?? '', sha256);
    const at = first?.body['at'];
    const anchoredAt = typeof at === 'string' ? at : '';
    for (const [chain, end] of Object.entries(readNames(first))) {
      named.set(chain, [
        ...(named.get(chain) ?? []),
        { ...end, anchoredAt, namedBy: `the chain ${namedBy}` },
      ]);
    }
  }
  return named;
}

function verifiedChain(chain: string, verdict: ChainVerdict, isBeingWritten: boolean): VerifiedChain {
  const { entries, intact, fault, anchored, unanchored } = verdict;
  return {
    chain,
    file: chainFile(chain),
    entries,
    intact,
    state: chainState(verdict, isBeingWritten),
    line: fault?.line ?? null,
    problem: describeProblem(verdict, isBeingWritten),
    anchored: anchored && { upTo: anchored.sequence + 1, at: anchored.anchoredAt },
    unanchored,
  };
}

function chainState(
  { fault, isTorn, unvouched }: ChainVerdict,
  isBeingWritten: boolean,
): ShownChain['state'] {
  if (fault !== null) return 'broken';
  if (isTorn) return isBeingWritten ? 'being-written' : 'torn';
  return unvouched === 0 ? 'verified' : isBeingWritten ? 'being-written' : 'whole';
}

/** A crash leaves half a line; someone who cuts a file may leave one too, and only an anchor can tell. */
function describeProblem(
  { fault, isTorn, entries, unvouched, isClosed }: ChainVerdict,
  isBeingWritten: boolean,
): string | null {
  if (fault !== null) return fault.says;
  if (isBeingWritten) return null;
  if (!isTorn) return unvouched === 0 ? null : isClosed ? wholeClosed : wholeInterrupted;
  return `Line ${entries + 1} is cut off, as when a console is killed while it writes. Everything before it is intact.`;
}

const wholeClosed =
  'Whole as far as it goes: it ends with a clean stop, and no anchor or later chain names its end.';
const wholeInterrupted =
  'Whole as far as it goes: it does not end with a clean stop, so the console was killed or its end was cut off.';

type AnchorsByChain = ReadonlyMap<string, readonly Anchor[]>;

export interface ReadAnchors {
  readonly anchors: AnchorsByChain;
  /** Explains why something was not compared; null if everything was. */
  readonly notCompared: string | null;
}

interface Asked {
  readonly pipeline: PipelineApi;
  readonly connectionId: string;
  readonly personId: string;
  /** Lists every chain of this folder, the newest first. */
  readonly here: readonly string[];
}

/** Every anchor of the newest chains is read; for older chains the last one is enough. */
const wholly = 10;
/** A folder may have thousands of chains, so the next look continues where this one ended. */
const mostInALook = 200;
const mostAtOnce = 8;

/**
 * Reads the anchors that the pipeline API keeps for this person's chains, from whichever machine. The API lists only
 * the newest, and anyone who may anchor can push a chain out of that list. So chains that are here and not in it are
 * asked for by name.
 */
export function anchorReader(isRunning = hasProcess): (asked: Asked) => Promise<ReadAnchors> {
  /** Caches the anchors of chains that have ended, because no more are added to them. */
  const known = new Map<string, readonly Anchor[]>();

  return async ({ pipeline, connectionId, personId, here }) => {
    const heads = await pipeline.call('auditChains', { personId });
    if (heads.kind !== 'answered') return { anchors: new Map(), notCompared: whyNot(heads) };
    const anchors = new Map<string, readonly Anchor[]>(
      heads.value.anchors.map((head) => [head.chain, [toAnchor(head)]]),
    );
    const newest = [...anchors.keys()].slice(0, wholly);
    const keyOf = (chain: string): string => JSON.stringify([connectionId, personId, chain]);
    // A file may have a name that no chain can have.
    const unlisted = here.filter((chain) => !anchors.has(chain) && chainSchema.safeParse(chain).success);
    const unknown = unlisted.filter((chain) => !known.has(keyOf(chain)));
    let failure: string | null = null;

    async function ask(chain: string): Promise<void> {
      // An API that has just failed is not asked again.
      if (failure !== null) return;
      const answer = await pipeline.call('auditAnchors', { personId, params: { chain } });
      const isNone = answer.kind === 'problem' && answer.problem.code === 'not-found';
      if (answer.kind !== 'answered' && !isNone) failure ??= whyNot(answer);
      else {
        const kept = answer.kind === 'answered' ? answer.value.anchors : [];
        const own = kept.filter((one) => one.chain === chain).map(toAnchor);
        if (own.length > 0) anchors.set(chain, own);
        if (!isRunning(parsePid(chain))) known.set(keyOf(chain), own);
      }
    }

    const slots = createSlots(mostAtOnce);
    const wanted = [...newest, ...unknown.slice(0, mostInALook)];
    await Promise.all(wanted.map((chain) => slots.run(() => ask(chain))));
    for (const chain of unlisted) {
      const kept = known.get(keyOf(chain)) ?? [];
      if (kept.length > 0) anchors.set(chain, kept);
    }
    return { anchors, notCompared: failure ?? stillToAsk(unknown.length - mostInALook) };
  };
}

function stillToAsk(left: number): string | null {
  if (left <= 0) return null;
  return `${left} older ${left === 1 ? 'chain is' : 'chains are'} not compared yet, ${mostInALook} at a time. Reload to continue.`;
}

function toAnchor({ sequence, hash, anchoredAt }: Anchor): Anchor {
  return { sequence, hash, anchoredAt };
}

function whyNot(
  answer:
    | { readonly kind: 'problem'; readonly problem: { readonly detail: string } }
    | { readonly kind: 'not-sent' | 'unclear'; readonly why: string },
): string {
  return answer.kind === 'problem' ? answer.problem.detail : answer.why;
}
