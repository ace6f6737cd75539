/** An HTTP request without its socket: from the SDK's request handler, or from the server. */
export interface WireRequest {
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  /** Still percent-encoded, without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The caller holds the world's clock while it waits, as a function does. */
  readonly isFromHolder?: boolean;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Thrown instead of an answer: the change has happened, and the connection is cut. */
export class ConnectionReset extends Error {
  readonly code = 'ECONNRESET';
}
