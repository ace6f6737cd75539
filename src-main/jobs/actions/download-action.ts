import type { JobKind } from '#shared/contract/jobs/plans.ts';
import type { JobAction } from '../job-action.ts';
import { closeDownloadsAction } from './close-downloads.ts';
import type { DownloadParts } from './download-parts.ts';
import { requeueFilesAction } from './requeue-files.ts';
import { triggerDownloadsAction } from './trigger-downloads.ts';

type Kind = Extract<JobKind, 'requeue-files' | 'trigger-downloads' | 'close-downloads'>;

export function downloadAction(kind: Kind, parts: DownloadParts): JobAction {
  switch (kind) {
    case 'requeue-files':
      return requeueFilesAction(parts);
    case 'trigger-downloads':
      return triggerDownloadsAction(parts);
    case 'close-downloads':
      return closeDownloadsAction(parts);
    default:
      return kind satisfies never;
  }
}
