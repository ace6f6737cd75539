import { throwOf } from '../../sheets/throws.ts';

interface Done {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: string;
}

export interface Claim extends Done {
  readonly does: 'claims';
}
export interface OpinionGiven extends Done {
  readonly does: 'gives an opinion';
}
export interface HandOver extends Done {
  readonly does: 'hands over';
  readonly to: string;
  readonly note: string;
}
export interface Decision extends Done {
  readonly does: 'decides';
  readonly decision: 'approve' | 'reject';
}

/** Of quality: of what was accepted unseen. */
export interface Check extends Done {
  readonly does: 'checks';
}

/** What reviewers did with a document, in its order. */
export type Act = Claim | OpinionGiven | HandOver | Decision | Check;
export type Acts = ReadonlyMap<number, readonly Act[]>;

/** How long somebody looks at a document. */
export function lookMs(hash: number, place: number): number {
  return 9_000 + Math.floor(throwOf(hash, 10 + place) * 48_000);
}
