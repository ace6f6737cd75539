import type { GoReview, ReviewAddress } from './review-address.ts';

export interface ReviewPageProps {
  readonly address: ReviewAddress;
  readonly go: GoReview;
}

/** The queue of what the readers were unsure of, and the desk on which one of it is decided. */
export function ReviewPage(_props: ReviewPageProps) {
  return null;
}
