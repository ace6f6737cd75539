/** A contract with Textract's and Bedrock's quotas: more at once would be throttled, and slower. */
export const documentsAtOnce = 10;

/** An execution may have 25,000 events, and a document takes up to 40 of them where each stage is retried. */
export const documentsPerBatch = 600;

/** How long a failed document or batch stays in GSI2 (domain, 1.1: absence from it proves nothing). */
export const daysInStatusIndex = 14;

export const claimMinutes = 10;
/** A review can be undone until then. */
export const holdSeconds = 10;
export const idempotencyHours = 24;

export const documentReceives = 3;
export const webhookReceives = 5;
export const deadLetterDays = 14;
