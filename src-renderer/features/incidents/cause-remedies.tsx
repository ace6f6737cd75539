import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FleetBatch } from '#shared/contract/fleet.ts';
import type { OpenCause } from '#shared/contract/incidents.ts';
import { fingerprintOfDocument } from '#shared/domain/failure-groups.ts';
import { writeFileRequest, writeRequestNote } from '#shared/domain/plain-causes.ts';
import { listRemedies, type Remedy } from '#shared/domain/remedies.ts';
import { whyNotRerun } from '#shared/permissions.ts';
import { lowScoreCode } from '#shared/domain/statuses.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { pagedOptions } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useBatchNote } from '#renderer/contract/use-activity.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { FileRequestDialog, LimitDialog, RemedyButtons } from '#renderer/ui/remedies.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { useFailedBatches } from './cause-batches.tsx';
import { messages } from './messages.ts';

interface CauseRemediesProps {
  readonly fingerprint: string;
  readonly read: OpenCause;
  readonly person: PersonHere;
}

/** Offers the action that helps best against a cause over all tenants, and the others in a menu. */
export function CauseRemedies({ fingerprint, read, person }: CauseRemediesProps) {
  const failed = useFailedBatches(fingerprint).data?.pages;
  const { plan } = usePlanning();
  const now = useNow(30_000);
  const whyNot = whyNotRerun(person.me);
  const reprocess = () => plan({ kind: 'reprocess-many', fingerprint, of: { is: 'matching' } });
  usePageKeys(pageKeys.incidents, { reprocess: whyNot === undefined ? reprocess : undefined });
  usePageCommands(
    whyNot === undefined
      ? [
          {
            id: 'reprocess-cause',
            title: messages.cause.reprocess,
            keywords: ['plan', 'retry', 'run again', 'batches'],
            icon: 'retry',
            shortcut: pageKeys.incidents.reprocess,
            run: reprocess,
          },
        ]
      : [],
  );
  const [shown, setShown] = useState<Remedy | null>(null);
  const { code, pattern, stage, lastAt } = read.cause;
  const batches = failed?.flatMap(({ value }) => value.rows) ?? [];
  const last = failed?.at(-1)?.value;
  const documents = batches.reduce((sum, batch) => sum + countFailed(batch, fingerprint), 0);
  const lastMs = Date.parse(lastAt ?? '');
  const remedies = listRemedies(
    {
      code,
      sample: pattern,
      stage,
      documents: failed === undefined ? null : documents,
      complete: last !== undefined && last.cursor === null && !last.read.isCut,
      minutesAgo: Number.isNaN(lastMs) ? null : (now - lastMs) / 60_000,
      decidable: code === lowScoreCode ? documents : 0,
    },
    // Values are decided on where they can be looked at.
    { reprocess: whyNot, sendToReview: messages.remedies.byBatch, accept: messages.remedies.byBatch },
  ).map((remedy) =>
    remedy.action === 'ask-for-file' && failed !== undefined && batches.length === 0
      ? { ...remedy, whyNot: messages.batches.none }
      : remedy,
  );

  function act(remedy: Remedy): void {
    switch (remedy.action) {
      case 'reprocess':
      case 'reprocess-anyway':
        reprocess();
        return;
      case 'wait-and-retry':
        plan({ kind: 'reprocess-many', fingerprint, of: { is: 'matching' } }, { afterMinutes: 15 });
        return;
      case 'send-to-review':
      case 'accept-documents':
        return;
      default:
        remedy.action satisfies 'ask-for-file' | 'raise-limit';
        setShown(remedy);
    }
  }

  return (
    <>
      <RemedyButtons
        remedies={remedies}
        of={messages.remedies.of(fingerprint)}
        size="md"
        isPrimary
        shortcut={pageKeys.incidents.reprocess}
        onAct={act}
      />
      {shown?.action === 'ask-for-file' ? (
        <FileRequest read={read} batches={batches} onClose={() => setShown(null)} />
      ) : shown === null ? null : (
        <LimitDialog remedy={shown} onClose={() => setShown(null)} />
      )}
    </>
  );
}

function countFailed({ causes }: FleetBatch, fingerprint: string): number {
  return causes.find((cause) => cause.fingerprint === fingerprint)?.count ?? 0;
}

interface FileRequestProps {
  readonly read: OpenCause;
  readonly batches: readonly FleetBatch[];
  readonly onClose: () => void;
}

/** A customer is asked for the files of one batch at a time. */
function FileRequest({ read, batches, onClose }: FileRequestProps) {
  const { fingerprint, code, pattern } = read.cause;
  const names = useNames();
  const [chosen, setChosen] = useState(0);
  const batch = batches[chosen];
  const query = useInfiniteQuery({
    ...pagedOptions('documents.byStatus', {
      tenantId: batch?.tenantId ?? '-',
      batchId: batch?.batchId ?? '-',
      status: 'FAILED',
    }),
    enabled: batch !== undefined,
  });
  const documents = query.data?.pages.flatMap(({ value }) =>
    value.rows.filter((row) => fingerprintOfDocument(row).id === fingerprint),
  );
  const more =
    batch === undefined || !query.hasNextPage
      ? 0
      : Math.max(0, countFailed(batch, fingerprint) - (documents?.length ?? 0));
  const noteText = writeRequestNote({
    documentIds: documents?.map(({ documentId }) => documentId) ?? [],
    more,
    fingerprint,
  });
  const about = batch && { tenantId: batch.tenantId, projectId: batch.projectId, batchId: batch.batchId };
  const note = useBatchNote(about === undefined ? null : { is: 'batch', ...about }, noteText);
  const hasNone = documents?.length === 0;
  const text =
    documents === undefined || batch === undefined || hasNone
      ? null
      : writeFileRequest({
          batchId: batch.batchId,
          files: documents.map(({ fileName, documentId }) => fileName ?? documentId),
          more,
          cause: { code, message: documents[0]?.error?.message ?? pattern },
        });
  const problem =
    query.error !== null
      ? `${messages.documents.notRead} ${toFailure(query.error).message}`
      : hasNone
        ? messages.remedies.noFiles
        : undefined;
  return (
    <FileRequestDialog
      text={text}
      problem={problem}
      note={batch === undefined ? null : { batchId: batch.batchId, text: noteText, ...note }}
      onClose={onClose}
    >
      <Select
        label={messages.remedies.batch}
        value={String(chosen)}
        options={batches.map((one, at) => ({
          value: String(at),
          label: one.batchId,
          hint: names.tenant(one.tenantId),
        }))}
        onChange={(next) => setChosen(Number(next))}
      />
    </FileRequestDialog>
  );
}
