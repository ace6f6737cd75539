import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Lookup } from '#shared/contract/triage/lookup.ts';
import { readDownloads, writeDownloads } from '#renderer/features/downloads/downloads-address.ts';
import type { DownloadsAddress } from '#renderer/features/downloads/downloads-address.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';

type Download = Extract<Lookup, { readonly found: 'file' | 'download batch' }>;

/** In the place of this page, as all that has a page: Back leads to where one was before the id. */
export function FoundDownload({ download }: { readonly download: Download }) {
  const navigate = useNavigate();
  const lead = useEffectEvent(
    () =>
      void navigate({
        to: '/downloads',
        search: writeDownloads({ ...readDownloads({}), ...downloadPlace(download) }),
        replace: true,
      }),
  );
  useEffect(() => lead(), []);
  return <SkeletonRows rows={3} label="Found; opening it" />;
}

/** A day that cannot be read as one is left to the page, which asks the batch itself. */
export function downloadPlace(download: Download): Partial<DownloadsAddress> {
  if (download.found === 'file') return { batch: download.batchId, file: download.fileId };
  const { date } = readDownloads({ date: download.date });
  return { batch: download.batchId, date };
}
