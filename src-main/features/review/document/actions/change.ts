import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Outcome } from '#shared/contract/review/decisions.ts';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../../../aws/connection-access.ts';
import type { SeenItems } from '../../../../jobs/job-action.ts';
import type { PipelineAnswer, PipelineCall } from '../../../../pipeline/pipeline-api.ts';
import type { BatchFactsStore } from '../batch-facts.ts';
import type { ReadNow } from '../read-document.ts';

export type ChangeName =
  | 'claimDocument'
  | 'releaseDocument'
  | 'reviewDocument'
  | 'handOverDocument'
  | 'checkDocument'
  | 'undoReview';

interface Seen extends ReviewKey {
  readonly version: number;
}

/** A change of one document, as it is about to be asked of the pipeline API. */
export interface Change<N extends ChangeName = ChangeName> {
  readonly name: N;
  readonly seen: Seen;
  readonly body?: PipelineCall<N>['body'];
  /** The same key, the same change: it is made once. */
  readonly idempotencyKey: string;
  /** Kept with what a person has typed, so that asking again is the same request. */
  readonly isKeyKept: boolean;
  /** What has not happened where it is refused, as a sentence. */
  readonly notDone: string;
  /** Whether a document says that this person has made this change, whenever that was. */
  readonly stands: (now: ReadNow, personId: string) => boolean;
}

export interface ChangeParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly facts: BatchFactsStore;
  /** What is read of an item on the way, for lists that are on a screen. */
  readonly seen: (connectionId: string, items: SeenItems) => void;
  readonly now: () => number;
}

/** Who asks, and where: another connection may be opened while it is under way. */
export interface AskedOf {
  readonly session: Session;
  readonly doors: ConnectionDoors;
}

export interface Asking extends AskedOf {
  readonly change: Change;
  readonly personId: string;
  readonly facts: BatchFactsStore;
  readonly now: () => number;
}

export type Answer = PipelineAnswer<ChangeName>;
export type Done = Extract<Outcome, { readonly kind: 'done' }>;

export interface WhatBecame {
  readonly result: Result<Outcome>;
  /** The document as the API has just told of it. */
  readonly item?: Attributes;
}
