const guide = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide';
const api = 'https://docs.aws.amazon.com/AmazonS3/latest/API';

/** The assertions about S3 quote these pages of AWS's documentation. */
export const pages = {
  naming: `${guide}/bucketnamingrules.html`,
  integrity: `${guide}/checking-object-integrity.html`,
  conditionalWrites: `${guide}/conditional-writes.html`,
  conditionalReads: `${guide}/conditional-reads.html`,
  presigned: `${guide}/using-presigned-url.html`,
  notifications: `${guide}/EventNotifications.html`,
  eventShape: `${guide}/notification-content-structure.html`,
  metadata: `${guide}/UsingMetadata.html`,
  keys: `${guide}/object-keys.html`,
  errors: `${api}/ErrorResponses.html`,
  api: (operation: string): string => `${api}/API_${operation}.html`,
} as const;
