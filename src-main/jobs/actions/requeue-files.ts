import type { DownloadFile } from '#shared/contract/downloads/downloads.ts';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import { ok } from '#shared/contract/result.ts';
import { isWithinItsTime } from '#shared/domain/downloads/time-to-live.ts';
import type { JobAction } from '../job-action.ts';
import { mostInCall } from '../pace.ts';
import { repeatableForMs, type DownloadParts } from './download-parts.ts';
import { newsOnly } from './news-only.ts';
import { requeuedLook } from './requeued-look.ts';
import { downloadsChanged, filesNow, seenDownloads } from './read-downloads.ts';
import { sendRequeues } from './send-requeues.ts';

/** Files made available again, each by a call of its own under the version that the plan has seen. */
export function requeueFilesAction({ doors, now, seen }: DownloadParts): JobAction {
  const isNews = newsOnly();
  const read = (ids: readonly string[]) => filesNow(ids, { reader: doors().reader, now: now() });

  /** Beside the job, whose next line on disk must not wait for this. */
  async function tell(ids: readonly string[]): Promise<void> {
    try {
      downloadsChanged(doors().reader, { files: ids });
      const files = await read(ids);
      if (files.ok) seen(seenDownloads({ files: [...files.value.values()] }));
    } catch {
      // The job's own look tells what this could not.
    }
  }

  return {
    kind: 'requeue-files',
    repeatableForMs,
    mostInCall,

    async recheck(plan, ids) {
      const files = await read(ids);
      if (!files.ok) return files;
      const skip = new Map<string, string>();
      for (const id of ids) {
        const why = whyChanged(stampOf(plan, id), files.value.get(id));
        if (why !== undefined) skip.set(id, why);
      }
      return ok({ skip, seen: seenDownloads({ files: [...files.value.values()] }) });
    },

    async send(job, sending) {
      const sent = await sendRequeues(doors().pipeline, job, {
        ...sending,
        stampOf: (id) => stampOf(job.plan, id),
      });
      // Also where nobody knows whether it did anything.
      if (sent.kind === 'accepted' || sent.kind === 'unclear') void tell(sending.open ?? sending.ids);
      return sent;
    },

    async look({ plan }, sent) {
      const files = await read(sent.map(({ id }) => id));
      if (!files.ok) return files;
      const looks = new Map(
        sent.map(({ id, downloadBatchId = null }) => {
          const file = files.value.get(id) ?? null;
          return [id, requeuedLook(file, { stamp: stampOf(plan, id), downloadBatchId })];
        }),
      );
      const rows = [...files.value.values()];
      const news = rows.filter((row) => isNews(row.fileId, `${row.status} at ${row.version}`));
      downloadsChanged(doors().reader, { files: news.map(({ fileId }) => fileId) });
      return ok({ looks, seen: seenDownloads({ files: rows }) });
    },
  };
}

function stampOf({ items }: Plan, id: string): string | null {
  return items.find((item) => item.id === id)?.stamp ?? null;
}

function whyChanged(planned: string | null, file: DownloadFile | undefined): string | undefined {
  if (file === undefined) return 'It is no longer there.';
  if (!isWithinItsTime(file.timeToLive)) return 'Its time is over: the pipeline does nothing to it any more.';
  if (file.version !== null && file.version === planned) return undefined;
  const { status, statusSince } = file;
  const since = statusSince === null ? '' : ` since ${statusSince.slice(11, 19)} UTC`;
  return `Changed since the plan: ${status === null ? 'in another status' : `${status}${since}`}.`;
}
