/** A request to a model, as far as an answer depends on it. */
export interface AskedModel {
  readonly modelId: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The tool that the model has to call, with the JSON Schema of its input. */
  readonly tool: { readonly name: string; readonly schema: unknown } | undefined;
  /** All that it is told, in order. */
  readonly text: string;
}

/** `ms` is the time that it takes, until the answer or until the failure. */
export type ModelAnswer = { readonly ms: number; readonly requestId?: string } & (
  | { readonly input: object; readonly inputTokens: number; readonly outputTokens: number }
  /** The model says something instead of calling the tool. */
  | { readonly says: string }
  | { readonly cutOffAfterTokens: number }
  | { readonly stoppedBy: string; readonly confidence: string; readonly afterCharacters: number }
  | { readonly code: 'ThrottlingException' | 'ModelTimeoutException'; readonly message: string }
);

/** Answers in place of a model. No text is understood here: the world knows what it has drawn. */
export type AnswerModel = (asked: AskedModel) => Promise<ModelAnswer>;
