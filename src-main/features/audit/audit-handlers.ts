import type { AuditEntry } from '#shared/contract/jobs/audit.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import { maySeeAll } from '#shared/domain/tenant-scope.ts';
import type { AnchorStanding } from '../../audit/anchor-chain.ts';
import { whyNoAnchor } from '../../audit/may-anchor.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { PipelineApi } from '../../pipeline/pipeline-api.ts';
import { scopeOf } from '../session/scope-of.ts';
import { exportedAudit } from './export-audit.ts';
import { readAnchors } from './read-anchors.ts';
import { auditReader, type AuditTrail } from './read-audit.ts';
import { verifyHome } from './verify-home.ts';

interface Parts {
  readonly home: string;
  /** Left out, nothing is compared with what an API keeps. */
  readonly anchors?: AuditAnchors | undefined;
  readonly session: () => Session;
  readonly now: () => number;
}

export interface AuditAnchors {
  /** Of the open connection. */
  readonly pipeline: () => PipelineApi;
  /** Of the chain that this console writes. */
  readonly standing: () => AnchorStanding | null;
}

const pageSize = 200;

/** What was done from this machine: ids and hashes, no bodies. */
export function auditHandlers({
  home,
  anchors,
  session,
  now,
}: Parts): Pick<Handlers, 'audit.read' | 'audit.verify' | 'audit.export'> {
  const read = auditReader(home);

  async function trail(filter: string | undefined): Promise<Result<AuditTrail>> {
    try {
      const { entries, chains } = await read();
      const seen = entries.filter(shownTo(session(), entries));
      return ok({ entries: seen.filter(holding(filter)), chains });
    } catch (error) {
      return unreadable(error, home);
    }
  }

  /** The anchors first: what is written after they were read is no fault of the files. */
  async function knownAnchors(): Promise<Awaited<ReturnType<typeof readAnchors>>> {
    const { who, signIn } = session();
    const why = whyNoAnchor({ who, signIn });
    if (anchors === undefined || who === null || why !== null) {
      return { ok: false, why: why ?? 'This console keeps to itself.' };
    }
    return readAnchors(anchors.pipeline(), who.id);
  }

  return {
    async 'audit.read'({ filter, offset = 0 }) {
      const found = await trail(filter);
      if (!found.ok) return found;
      const { entries, chains } = found.value;
      return ok({
        entries: entries.slice(offset, offset + pageSize),
        total: entries.length,
        chains: [...chains],
      });
    },
    async 'audit.verify'() {
      const known = await knownAnchors();
      const standing = anchors?.standing() ?? null;
      try {
        const { chains, elsewhere } = await verifyHome(home, known.ok ? { anchors: known.anchors } : {});
        return ok({
          checkedAt: new Date(now()).toISOString(),
          chains: [...chains],
          notCompared: known.ok ? null : known.why,
          elsewhere,
          writing: standing && {
            chain: standing.chain,
            anchoredAt: standing.anchored?.at ?? null,
            notSince: standing.notSince,
            why: standing.why,
          },
        });
      } catch (error) {
        return unreadable(error, home);
      }
    },
    async 'audit.export'({ filter, format }) {
      const found = await trail(filter);
      if (!found.ok) return found;
      const stamp = fileStamp(now());
      return ok({
        fileName: `audit-${stamp}.${format}`,
        mediaType: mediaTypes[format],
        text: exportedAudit[format](found.value.entries),
      });
    },
  };
}

function unreadable(error: unknown, file: string): Result<never> {
  const why = error instanceof Error ? error.message : String(error);
  const message = `The audit trail cannot be read (${why}). Look whether its folder is there and may be read.`;
  return refused({ code: 'storage-failed', message, file });
}

/**
 * Entries name tenants, batches and documents: who is held to some tenants sees what they did themselves. An outcome
 * says whose it is by the reference of its intent.
 */
function shownTo(
  session: Pick<Session, 'who' | 'signIn'>,
  entries: readonly AuditEntry[],
): (entry: AuditEntry) => boolean {
  if (maySeeAll(scopeOf(session))) return () => true;
  const { who } = session;
  const own = new Set(
    entries.flatMap(({ person, reference }) => (who !== null && person === who.id ? [reference] : [])),
  );
  return ({ person, reference }) =>
    (who !== null && person === who.id) || (person === null && own.has(reference));
}

/** Every word of the filter has to be in the entry somewhere. */
function holding(filter = ''): (entry: AuditEntry) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (entry) => {
    const { file: _file, sequence: _sequence, ids, ...rest } = entry;
    const texts = [...Object.values(rest), ...Object.entries(ids).flat()];
    const text = texts
      .filter((one) => one !== null)
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
