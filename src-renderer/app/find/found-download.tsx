import { useNavigate } from '@tanstack/react-router';
import type { Lookup } from '#shared/contract/triage/lookup.ts';
import { readAddress, writeAddress } from '#renderer/features/explorer/explorer-address.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { FoundCard } from './found-card.tsx';

type Download = Extract<Lookup, { readonly found: 'file' | 'download batch' }>;

/** How a file or a batch of downloads is; the Explorer shows all of it. */
export function FoundDownload({ download }: { readonly download: Download }) {
  const navigate = useNavigate();
  const isFile = download.found === 'file';
  const id = isFile ? download.fileId : download.batchId;
  const pattern = isFile ? 'fileById' : 'batchById';
  const batch = isFile ? download.batchId : null;
  const ask = (asked: string, values: Readonly<Record<string, string>>) =>
    void navigate({
      to: '/explorer',
      search: writeAddress({ ...readAddress({}), system: 'downloads', pattern: asked, values: [values] }),
    });
  return (
    <FoundCard
      icon="downloads"
      title={isFile ? 'A file of the download pipeline' : 'A batch of the download pipeline'}
      items={[
        { label: isFile ? 'FileID' : 'BatchID', value: id, mono: true, copy: id },
        { label: 'Status', value: download.status ?? 'not noted' },
        ...(batch === null ? [] : [{ label: 'Batch', value: batch, mono: true, copy: batch }]),
        ...(isFile ? [] : [{ label: 'Date', value: download.date ?? 'not noted' }]),
      ]}
      actions={
        <>
          <Button
            size="sm"
            icon="explorer"
            onClick={() => ask(pattern, isFile ? { fileId: id } : { batchId: id })}
          >
            Look at it in the Explorer
          </Button>
          {batch === null ? null : (
            <Button size="sm" variant="ghost" onClick={() => ask('batchById', { batchId: batch })}>
              Its batch
            </Button>
          )}
        </>
      }
    />
  );
}
