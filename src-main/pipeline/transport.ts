/** One exchange with the pipeline API, whichever way it is reached. */
export interface HttpRequest {
  readonly method: string;
  /** Under the API's base: `/batches/batch-1/reprocess`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Rejects where no answer came; with `NotSent` where the request certainly never arrived. */
export type SendHttp = (request: HttpRequest) => Promise<HttpAnswer>;

export class NotSent extends Error {
  override readonly name = 'NotSent';
}

export interface PipelineTransport {
  readonly send: SendHttp;
  /**
   * The Authorization header of this person; null where each request is signed as it is sent. Rejects with a sentence
   * where there is none to be had.
   */
  readonly signIn: (personId: string) => Promise<string | null>;
}
