import type { BatchCourse } from '../course/batch-course.ts';
import type { RunCourse } from '../course/run-course.ts';

/** A run to be told as an execution, and what its states were given beside what is in its course. */
export interface ToldRun {
  readonly course: BatchCourse;
  readonly run: RunCourse;
  readonly executionName: string;
  readonly region: string;
  readonly roleArn: string;
  readonly webhookQueueUrl: string;
  /** Asked for when a history is told. Undefined: nobody was to be told. */
  readonly webhook: () => WebhookSent | undefined;
}

export interface WebhookSent {
  readonly messageId: string;
  readonly message: Readonly<Record<string, unknown>>;
}
