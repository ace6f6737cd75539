import type { WireRequest, WireResponse } from '../aws/protocol/wire.ts';
import type { FaultRule } from '../world/faults.ts';

/** What the thread that holds pocket AWS is asked for; each question has a number of its own. */
export type Question =
  | { readonly id: number; readonly kind: 'request'; readonly request: WireRequest }
  | { readonly id: number; readonly kind: 'abort' }
  | { readonly id: number; readonly kind: 'advance'; readonly ms: number }
  | { readonly id: number; readonly kind: 'reset'; readonly seed: string | undefined }
  | { readonly id: number; readonly kind: 'faults'; readonly rules: readonly FaultRule[] }
  | { readonly id: number; readonly kind: 'close' };

export type Answer =
  | { readonly id: number; readonly ok: true; readonly response?: WireResponse }
  | { readonly id: number; readonly ok: false; readonly reason: string; readonly isReset: boolean };

/** Sent once, when the world has been opened, or could not be. */
export type Opening =
  /** What a person should hear about how it was opened. */
  | { readonly ready: true; readonly notices: readonly string[] }
  | { readonly ready: false; readonly reason: string };
