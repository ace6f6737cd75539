import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Bridge, Unsubscribe } from '#shared/contract/contract.ts';
import { findBridge } from './query-client.ts';

/** Tells whether the process behind the page still answers. Only a host across a network can lose it. */
interface LinkState {
  readonly isUp: () => boolean;
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

export interface LinkedBridge extends Bridge {
  readonly link: LinkState;
}

export function findLink(bridge: Bridge): LinkState {
  return 'link' in bridge ? (bridge as LinkedBridge).link : alwaysUp;
}

export class Link implements LinkState {
  #up = true;
  readonly #listeners = new Set<() => void>();

  readonly isUp = (): boolean => this.#up;

  readonly subscribe = (listener: () => void): Unsubscribe => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(up: boolean): void {
    if (up === this.#up) return;
    this.#up = up;
    for (const listener of this.#listeners) listener();
  }
}

const alwaysUp: LinkState = { isUp: () => true, subscribe: () => () => undefined };

/** Returns false while the process behind the page does not answer, when everything shown may be old. */
export function useLinkUp(): boolean {
  const link = findLink(findBridge(useQueryClient()));
  return useSyncExternalStore(link.subscribe, link.isUp);
}
