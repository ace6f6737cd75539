import type { Bridge, Unsubscribe } from '#shared/contract/contract.ts';

/** Whether the process behind the page still answers. Only a host across a wire can lose it. */
export interface LinkState {
  readonly isUp: () => boolean;
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

export interface LinkedBridge extends Bridge {
  readonly link: LinkState;
}

export function linkOf(bridge: Bridge): LinkState {
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
