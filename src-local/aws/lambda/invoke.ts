import { AwsError } from '../protocol/aws-error.ts';
import { required, string, structure } from '../protocol/shapes.ts';
import { acceptAsyncInvocation } from './async-invocations.ts';
import { operation, requireFunction, requireLatest } from './lambda-engine.ts';
import { refuseByFault, runFunction } from './run-function.ts';

/** Calls a function. `Payload` is JSON as text. https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export const invoke = operation({
  name: 'Invoke',
  input: structure({
    FunctionName: required(string()),
    InvocationType: string({ oneOf: ['RequestResponse', 'Event', 'DryRun'] }),
    Payload: string(),
    Qualifier: string(),
  }),
  async run(engine, { FunctionName, InvocationType = 'RequestResponse', Payload = '{}', Qualifier }, call) {
    const record = requireFunction(engine, FunctionName, ':$LATEST');
    if (Qualifier !== undefined) requireLatest(Qualifier);
    checkPayload(Payload, InvocationType);
    if (InvocationType === 'DryRun') return { StatusCode: 204 };
    if (InvocationType === 'Event') {
      acceptAsyncInvocation(engine, { id: call.requestId, functionName: record.name, payload: Payload });
      return { StatusCode: 202 };
    }
    refuseByFault(engine, record.name);
    const outcome = await runFunction(engine, record, {
      requestId: call.requestId,
      payload: Payload,
      unwanted: call.signal,
    });
    const answer = { StatusCode: 200, ExecutedVersion: '$LATEST' };
    if ('payload' in outcome) return { ...answer, Payload: outcome.payload };
    return { ...answer, FunctionError: 'Unhandled', Payload: JSON.stringify(outcome.error) };
  },
});

/** In bytes. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const mostBytes = { RequestResponse: 6 * 1024 * 1024, Event: 1024 * 1024, DryRun: 6 * 1024 * 1024 } as const;

function checkPayload(payload: string, type: keyof typeof mostBytes): void {
  if (Buffer.byteLength(payload) > mostBytes[type]) {
    const message = `${Buffer.byteLength(payload)} byte payload is too large for the ${type} invocation type (limit ${mostBytes[type]} bytes)`;
    throw new AwsError('RequestTooLargeException', message, { status: 413 });
  }
  try {
    JSON.parse(payload);
  } catch {
    throw new AwsError('InvalidRequestContentException', 'Could not parse request body into json');
  }
}
