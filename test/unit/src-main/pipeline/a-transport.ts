import type { HttpAnswer, HttpRequest, PipelineTransport } from '#main/pipeline/pipeline-api.ts';

/** Returns a transport with prepared answers, which records the requests. */
export function aTransport(
  answer: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>,
  signIn: PipelineTransport['signIn'] = (personId) => Promise.resolve(`Bearer of-${personId}`),
): PipelineTransport & { readonly sent: HttpRequest[] } {
  const sent: HttpRequest[] = [];
  return {
    sent,
    signIn,
    send(request) {
      sent.push(request);
      return Promise.resolve().then(() => answer(request));
    },
  };
}

export function anAnswer(status: number, body: unknown, type = 'application/json'): HttpAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': type }, body: text };
}
