import type { ComponentType } from 'react';
import type { PartName } from '../part-order.ts';
import type { Seen } from '../reading/seen.ts';
import { AlarmsPart } from './alarms-part.tsx';
import { DownloadsPart } from './downloads-part.tsx';
import { FailedBatchesPart } from './failed-batches-part.tsx';
import { GroupsPart } from './groups-part.tsx';
import { JobsPart } from './jobs-part.tsx';
import { QueuesPart } from './queues-part.tsx';
import { ReviewPart } from './review-part.tsx';
import { RunningPart } from './running-part.tsx';
import { TenantsPart } from './tenants-part.tsx';
import { ThroughputPart } from './throughput-part.tsx';

export const parts: Readonly<Record<PartName, ComponentType<{ readonly seen: Seen }>>> = {
  throughput: ThroughputPart,
  groups: GroupsPart,
  failed: FailedBatchesPart,
  tenants: TenantsPart,
  review: ReviewPart,
  queues: QueuesPart,
  alarms: AlarmsPart,
  downloads: DownloadsPart,
  running: RunningPart,
  jobs: JobsPart,
};
