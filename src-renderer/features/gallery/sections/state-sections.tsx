import { Button } from '#renderer/ui/button/button.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { ExpiredLoginState, NoPermissionState } from '#renderer/ui/states/access-states.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { RefusalCard } from '#renderer/ui/states/refusal-card.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import type { GallerySection } from '../gallery-section.ts';
import { Caption, Example, Fill, noAction, Row } from './example.tsx';
import styles from './state-sections.module.css';

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
