/** A contract with Textract's and Bedrock's quotas: more at once would be throttled, and slower. */
export const documentsAtOnce = 10;

/**
 * The reference pipeline takes no more in one submission: an execution may have 25,000 events, and a document takes up to
 * 40 of them where each stage is retried. The console takes a batch of any size.
 */
export const documentsPerBatch = 600;

/**
 * The reference pipeline's retention window: how long a failed document or batch stays in GSI2. Another deployment has
 * another, so the console relies on none (domain, 1.1: absence from it proves nothing).
 */
export const daysInStatusIndex = 14;

export const claimMinutes = 10;
/** A review can be undone until then. */
export const holdSeconds = 10;
export const idempotencyHours = 24;

export const documentReceives = 3;
export const webhookReceives = 5;
export const deadLetterDays = 14;
