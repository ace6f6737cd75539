const guide = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide';
const api = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference';

/** The assertions about SQS quote these pages of AWS's documentation. */
export const pages = {
  visibility: `${guide}/sqs-visibility-timeout.html`,
  deadLetters: `${guide}/sqs-dead-letter-queues.html`,
  retention: `${guide}/setting-up-dead-letter-queue-retention.html`,
  redrive: `${guide}/sqs-configure-dead-letter-queue-redrive.html`,
  messageQuotas: `${guide}/quotas-messages.html`,
  queueQuotas: `${guide}/quotas-queues.html`,
  metadata: `${guide}/sqs-message-metadata.html`,
  polling: `${guide}/sqs-short-and-long-polling.html`,
  delays: `${guide}/sqs-delay-queues.html`,
  fifoOrder: `${guide}/FIFO-queues-understanding-logic.html`,
  fifoOnce: `${guide}/FIFO-queues-exactly-once-processing.html`,
  deduplication: `${guide}/using-messagededuplicationid-property.html`,
  groups: `${guide}/using-messagegroupid-property.html`,
  fairQueues: `${guide}/sqs-fair-queues.html`,
  errors: `${api}/CommonErrors.html`,
  api: (operation: string): string => `${api}/API_${operation}.html`,
} as const;
