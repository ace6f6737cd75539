import { Chip } from '#renderer/ui/chip/chip.tsx';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import { ExpiryRing } from '#renderer/ui/progress/expiry-ring.tsx';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { Spinner } from '#renderer/ui/spinner/spinner.tsx';
import { StackedStatusBar, StatusLegend } from '#renderer/ui/status/stacked-status-bar.tsx';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import type { GallerySection } from '../gallery-section.ts';
import { Caption, Example, Row } from './example.tsx';
import styles from './example.module.css';

export const statusSections: readonly GallerySection[] = [
  { id: 'status', title: 'Status', note: 'shape, colour and word', Section: Statuses },
  { id: 'status-bars', title: 'Status bars', note: 'failed is hatched', Section: StatusBars },
  { id: 'chips', title: 'Chips', note: 'facts that fit a word', Section: Chips },
  { id: 'environment', title: 'Environment', note: 'colour, icon and word', Section: Environments },
  { id: 'progress', title: 'Progress', note: 'a number beside every bar', Section: Progress },
];

const statuses = [
  'PROCESSING',
  'REVIEW_REQUIRED',
  'FAILED',
  'SUCCEEDED',
  'QUEUED',
  'TIMEOUT',
  'REJECTED',
] as const;
const verdicts = ['go', 'skip', 'blocked'] as const;
const mix = { SUCCEEDED: 148, REVIEW_REQUIRED: 19, FAILED: 35, PROCESSING: 10, QUEUED: 28 };

function Statuses() {
  return (
    <Example>
      <div className={styles.pair}>
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} pill />
        ))}
        <StatusBadge status="FAILED" />
        <StatusBadge status="SUCCEEDED" />
        <StatusBadge status="REVIEW_REQUIRED" />
      </div>
      <Row>
        {verdicts.map((verdict) => (
          <Row key={verdict}>
            <StatusGlyph glyph={verdict} />
            {verdict}
          </Row>
        ))}
      </Row>
    </Example>
  );
}

function StatusBars() {
  return (
    <Example>
      <StackedStatusBar label="Documents of the batch" counts={mix} size="lg" />
      <StackedStatusBar label="Documents of the batch, medium" counts={mix} />
      <StackedStatusBar
        label="Documents of the batch, small"
        counts={{ SUCCEEDED: 55, REVIEW_REQUIRED: 3, FAILED: 6 }}
        size="sm"
      />
      <StatusLegend counts={{ ...mix, TIMEOUT: 2, REJECTED: 1 }} />
      <StackedStatusBar label="All done" counts={{ SUCCEEDED: 240 }} />
      <StackedStatusBar label="A new batch" counts={{}} />
      <StackedStatusBar label="One failure among many" counts={{ SUCCEEDED: 6000, FAILED: 1, TIMEOUT: 1 }} />
    </Example>
  );
}

function Chips() {
  return (
    <Example>
      <Row>
        <Chip icon="document">3 pages</Chip>
        <FingerprintChip fingerprint="7c41e9" />
        <Chip tone="accent">draft</Chip>
        <Chip tone="solid">run 2</Chip>
      </Row>
      <Row>
        <Chip tone="failed" icon="warning">
          poison
        </Chip>
        <Chip tone="review" icon="clock">
          overdue
        </Chip>
        <Chip tone="succeeded" icon="check">
          verified
        </Chip>
      </Row>
      <Chip icon="tenant">Harrow & Pike, Freight Forwarders of the Northern Ports and Inland Depots</Chip>
    </Example>
  );
}

function Environments() {
  return (
    <Example>
      <div className={styles.pair}>
        <EnvironmentChip environment="sandbox" />
        <EnvironmentChip environment="development" />
        <EnvironmentChip environment="staging" />
        <EnvironmentChip environment="production" />
        <EnvironmentChip environment="production" access="read-only" name="prod" />
        <EnvironmentChip environment="production" access="write" name="prod" />
        <EnvironmentChip environment="staging" access="write" />
        <EnvironmentChip environment="sandbox" access="write" name="Local sandbox" />
      </div>
    </Example>
  );
}

function Progress() {
  return (
    <Example>
      <ProgressBar label="Move task, 20 messages a second" value={188} max={205} />
      <ProgressBar label="3 jobs" value={62} max={100} figure="62 %" tone="processing" thin />
      <ProgressBar label="Reading the queue" value={null} max={0} figure="at least 3,000" />
      <ProgressBar label="Braked" value={2} max={10} tone="failed" />
      <Row>
        <ExpiryRing left={0.8} words="2 d 18 h" tone="urgent" />
        <ExpiryRing left={0.6} words="07:46" />
        <ExpiryRing left={0.35} words="3 h" tone="soon" />
        <ExpiryRing left={0.06} words="13 d 5 h" tone="quiet" />
      </Row>
      <Row>
        <Spinner />
        <Spinner size={12} tone="inherit" />
        <Caption>AP8 Documents by status, reading page 2</Caption>
      </Row>
    </Example>
  );
}
