import { Button } from '#renderer/ui/button.tsx';
import { Chip, EnvironmentChip, FingerprintChip } from '#renderer/ui/chip.tsx';
import { FailureMessage } from '#renderer/ui/failure-message.tsx';
import { ExpiryRing, ProgressBar } from '#renderer/ui/progress.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { Spinner } from '#renderer/ui/spinner.tsx';
import {
  EmptyState,
  ErrorState,
  ExpiredLoginState,
  NoPermissionState,
  RefusalCard,
  StaleNote,
} from '#renderer/ui/states.tsx';
import { StackedStatusBar, StatusLegend } from '#renderer/ui/stacked-status-bar.tsx';
import { StatusBadge, StatusGlyph } from '#renderer/ui/status.tsx';
import exampleStyles from './example.module.css';
import { Caption, Example, Fill, noAction, Row, type GallerySection } from './example.tsx';
import styles from './status-sections.module.css';

export const statusSections: readonly GallerySection[] = [
  { id: 'status', title: 'Status', note: 'shape, colour and word', Section: Statuses },
  { id: 'status-bars', title: 'Status bars', note: 'failed is hatched', Section: StatusBars },
  { id: 'chips', title: 'Chips', note: 'facts that fit a word', Section: Chips },
  {
    id: 'failure-message',
    title: 'Failure message',
    note: 'whole, with what differs marked',
    Section: FailureMessages,
  },
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
      <div className={exampleStyles.pair}>
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

function FailureMessages() {
  return (
    <Example>
      <FailureMessage
        message="Page 3 of 12 of inv-0398.pdf has no text that could be read"
        others={['Page 7 of 12 of inv-0112.pdf has no text that could be read']}
        of="inv-0398.pdf"
      />
      <FailureMessage
        message={`Task timed out after 900.00 seconds while it waited for table lines ${'of the second statement, '.repeat(30)}then it stopped`}
        most={160}
        of="a long one"
      />
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
      <div className={exampleStyles.pair}>
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

export const stateSections: readonly GallerySection[] = [
  { id: 'loading', title: 'Loading', note: 'skeleton after 120 ms', Section: Loading },
  { id: 'empty', title: 'Empty', note: 'good news stays quiet', Section: Empty },
  { id: 'error', title: 'Error', note: 'what happened, what was not done, what next', Section: Failed },
  { id: 'stale', title: 'Stale', note: 'old data stays, marked', Section: Stale },
  { id: 'refused', title: 'Refused', note: 'a question with no index', Section: Refused },
  { id: 'no-permission', title: 'No permission', note: 'names what is missing', Section: NoPermission },
  { id: 'expired-login', title: 'Expired sign-in', note: 'nothing typed is lost', Section: ExpiredLogin },
];

function Loading() {
  return <SkeletonRows label="AP8 Documents by status, reading page 2" labelVisible delayMs={0} />;
}

function Empty() {
  return (
    <Fill>
      <EmptyState
        title="No failed batches for Kestrel Foods"
        actions={<Button size="sm">Look at all tenants</Button>}
      >
        <p>The last one was reprocessed on 18 November at 09:12.</p>
      </EmptyState>
    </Fill>
  );
}

function Failed() {
  return (
    <Fill>
      <ErrorState
        title="The batches could not be read"
        happened="DynamoDB throttled the read four times in a row."
        notDone="No page was loaded and nothing was changed."
        next="Wait a minute, then try again."
        reference="01JC9Q4V8M7TXN2R"
        onRetry={noAction}
      />
    </Fill>
  );
}

function Stale() {
  return (
    <>
      <Example>
        <StaleNote reason="Sign-in expired at 14:02." showing="Showing 14:01. Drafts are kept." />
      </Example>
      <ul className={styles.stale}>
        {[
          ['batch-01JC9NZK41RD', 6],
          ['batch-01JC9P2HW6QA', 12],
          ['batch-01JC9MV9T3XB', 9],
        ].map(([batch, failed]) => (
          <li key={batch}>
            <code>{batch}</code>
            <span>{failed}</span>
          </li>
        ))}
      </ul>
      <div className={styles.after}>
        <Row>
          <Button size="sm" icon="key">
            Sign in again
          </Button>
          <Caption>21 min old</Caption>
        </Row>
      </div>
    </>
  );
}

function Refused() {
  return (
    <RefusalCard
      question="Which documents came from Harrow & Pike, in any tenant?"
      nearest="AP10, one batch at a time"
      needs="an index on the supplier across tenants"
      costs="about $0.21 a day in extra writes"
      asked={14}
      people={5}
      place={3}
      actions={
        <>
          <Button size="sm">Ask AP10 instead</Button>
          <Button size="sm" variant="ghost">
            Add my vote
          </Button>
        </>
      }
    />
  );
}

function NoPermission() {
  return (
    <Fill>
      <NoPermissionState
        title="This role may not read GSI2"
        forAdmin="dynamodb:Query on index/GSI2"
        onRetry={noAction}
      >
        AccessDenied on Query. Your sign-in is fine until 18:02, the role lacks one permission.
      </NoPermissionState>
    </Fill>
  );
}

function ExpiredLogin() {
  return (
    <Fill>
      <ExpiredLoginState when="at 14:02" kept="Drafts and running plans are kept." onSignIn={noAction} />
    </Fill>
  );
}
