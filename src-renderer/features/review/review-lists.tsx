import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs/tabs.tsx';
import type { DeskRow } from './desk/desk-row.ts';
import { countWords, waitingWords } from './queue/queue-words.ts';
import { QueueView } from './queue/queue-view.tsx';
import type { ReviewQueue } from './queue/review-queue.ts';
import { SampleView } from './queue/sample-view.tsx';
import type { People } from './queue/use-people.ts';
import { deskOptions } from './queue/use-done.ts';
import type { Sample } from './queue/use-sample.ts';
import type { GoReview, ReviewAddress } from './review-address.ts';
import { todayWords } from './today-words.ts';
import styles from './review-lists.module.css';

interface ReviewListsProps {
  readonly address: ReviewAddress;
  readonly go: GoReview;
  readonly people: People;
  readonly queue: ReviewQueue;
  readonly sample: Sample;
  readonly tenant: string | null;
  readonly toReview: readonly DeskRow[];
  readonly dueHours: number;
  readonly now: number;
  readonly foot: ReactNode;
}

/** What waits and what is checked, while nothing lies on the desk. */
export function ReviewLists(props: ReviewListsProps) {
  const { address, go, people, queue, sample, tenant, toReview, dueHours, now, foot } = props;
  const today = useQuery(deskOptions).data?.value.today;
  const { said } = queue;
  const isSample = address.view === 'sample';
  const first = (isSample ? sample.rows : toReview)[0];

  return (
    <View
      head={
        <ViewHead
          title="Review"
          sub={said && waitingWords(said.waiting, said.waitingExact, said.batches)}
          actions={
            <>
              <span className={styles.today}>{today === undefined ? '' : todayWords(today)}</span>
              <Button
                variant="primary"
                icon="review"
                shortcut="Enter"
                disabled={first === undefined ? whyNotStart(isSample, queue) : false}
                onClick={() => first && go({ document: keyOf(first) })}
              >
                {isSample ? 'Start checking' : 'Start reviewing'}
              </Button>
            </>
          }
        />
      }
      foot={foot}
    >
      <Tabs
        label="Review"
        className={styles.tabs ?? ''}
        value={address.view}
        onChange={(view) => go({ view })}
        tabs={[
          {
            value: 'queue',
            label: 'To review',
            count: said && countWords(said.waiting, said.waitingExact),
          },
          { value: 'sample', label: 'Quality checks' },
        ]}
      >
        <TabPanel value="queue" className={styles.panel ?? ''}>
          <QueueView
            queue={queue}
            toDo={toReview}
            address={address}
            go={go}
            people={people}
            dueHours={dueHours}
            now={now}
          />
        </TabPanel>
        <TabPanel value="sample" className={styles.panel ?? ''}>
          <SampleView sample={sample} tenant={tenant} address={address} go={go} now={now} />
        </TabPanel>
      </Tabs>
    </View>
  );
}

function whyNotStart(isSample: boolean, { said, failure, rows }: ReviewQueue): string {
  if (isSample) return 'No sample is drawn, or nothing of it is left.';
  if (said === undefined)
    return failure === undefined ? 'The queue is being read.' : 'The queue was not read.';
  return rows.length === 0
    ? 'Nothing waits.'
    : 'What is loaded is held by others, handed to them or set aside.';
}

function keyOf({ tenantId, projectId, batchId, documentId }: DeskRow) {
  return { tenantId, projectId, batchId, documentId };
}
