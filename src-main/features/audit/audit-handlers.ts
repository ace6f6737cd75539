import type { AuditEntry } from '#shared/contract/jobs/audit.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { exportedAudit } from './export-audit.ts';
import { auditReader, type AuditTrail } from './read-audit.ts';

interface Parts {
  readonly home: string;
  readonly now: () => number;
}

const pageSize = 200;

/** What was done from this machine: ids and hashes, no bodies. */
export function auditHandlers({ home, now }: Parts): Pick<Handlers, 'audit.read' | 'audit.export'> {
  const read = auditReader(home);

  async function trail(filter: string | undefined): Promise<Result<AuditTrail>> {
    try {
      const { entries, chains } = await read();
      return ok({ entries: entries.filter(holding(filter)), chains });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `The audit trail cannot be read (${why}). Look whether its folder is there and may be read.`;
      return refused({ code: 'storage-failed', message, file: home });
    }
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
