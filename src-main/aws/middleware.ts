/** Keeps the body of an answer as it was written, beside the SDK's parsed output. */
export function captureBody(keep: (text: string) => void) {
  return <Args, Output extends { readonly response: unknown }>(next: (args: Args) => Promise<Output>) =>
    async (args: Args): Promise<Output> => {
      const result = await next(args);
      const { response } = result;
      if (isResponse(response) && response.statusCode < 300) {
        keep(await readBodyText(response.body));
        response.body = nothingMore;
      }
      return result;
    };
}

export const whereBodiesAre = { step: 'deserialize', priority: 'low', name: 'keptBody' } as const;

/**
 * Keeps the body of a refusal for its message, because the SDK's error says nothing about a body in another shape
 * than AWS's.
 */
export function captureRefusal<Args, Output extends { readonly response: unknown }>(
  next: (args: Args) => Promise<Output>,
) {
  return async (args: Args): Promise<Output> => {
    const result = await next(args);
    const { response } = result;
    if (isResponse(response) && response.statusCode >= 300 && response.body !== undefined) {
      response.body = Buffer.from(await readBodyText(response.body));
    }
    return result;
  };
}

export const whereRefusalsAre = { step: 'deserialize', priority: 'low', name: 'keptRefusal' } as const;

/** Returns the status of an answer, or undefined when there was none. */
export function readStatus(error: Error): number | undefined {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

/** Returns the headers of an answer, with names in lower case. */
export function readHeaders(error: Error): Readonly<Record<string, string | undefined>> {
  const response: unknown = '$response' in error ? error.$response : undefined;
  if (typeof response !== 'object' || response === null || !('headers' in response)) return {};
  return response.headers as Record<string, string>;
}

/** Returns an empty text when there was no body. */
export function refusalBody(error: Error): string {
  const response: unknown = '$response' in error ? error.$response : undefined;
  if (!isResponse(response)) return '';
  const { body } = response;
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.length).toString() : '';
}

export function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new UnreadableAnswer('The answer is not JSON.');
  }
}

/** An answer came, but not from the service: it is a proxy's page, or half an answer. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

interface Response {
  readonly statusCode: number;
  body: unknown;
}

function isResponse(response: unknown): response is Response {
  return typeof response === 'object' && response !== null && 'statusCode' in response && 'body' in response;
}

const nothingMore = Buffer.from('{}');

async function readBodyText(body: unknown): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length).toString();
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/**
 * Makes a client refuse every operation that is not on its list. The console sends no others; if new code did, it
 * would end here and nothing would leave the machine.
 */
export function allowedTargets(allowed: ReadonlySet<string>, words: string) {
  return <Args extends { readonly request: unknown }, Output>(next: (args: Args) => Output) =>
    (args: Args): Output => {
      const target = readTargetHeader(args.request);
      if (!allowed.has(target)) throw new ForbiddenCommand(`${words}; ${target} was not sent.`);
      return next(args);
    };
}

export const whereTargetsAre = { step: 'build', name: 'allowedTargets', override: true } as const;

/** A client with such a list sends only the commands on it; any other ends here and never leaves the machine. */
export function onlyCommands(commands: readonly string[], words: string) {
  return <Args extends object, Output>(
    next: (args: Args) => Output,
    context: { readonly commandName?: string },
  ) =>
    (args: Args): Output => {
      const { commandName = 'an unknown command' } = context;
      if (commands.includes(commandName)) return next(args);
      throw new ForbiddenCommand(`${words}, so ${commandName} was not sent.`);
    };
}

export const whereCommandsAre = { step: 'initialize', name: 'onlyCommands', override: true } as const;

export class ForbiddenCommand extends Error {
  override readonly name = 'ForbiddenCommand';
}

const targetHeader = 'x-amz-target';

/** Reads the operation from the request's own header, which is what the service goes by. */
function readTargetHeader(request: unknown): string {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return 'an unknown request';
  // Several headers together form a text that is on no list.
  const targets = Object.entries(request.headers as Record<string, string>)
    .filter(([name]) => name.toLowerCase() === targetHeader)
    .map(([, value]) => value);
  return targets.length === 0 ? 'an unknown request' : targets.join(', ');
}
