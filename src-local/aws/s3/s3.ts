import type { World } from '../../world/world.ts';
import type { RestService } from '../dispatch.ts';
import type { WireRequest } from '../protocol/wire.ts';
import { receiveBody } from './received-body.ts';
import { answerHeaders, httpDate, refuse } from './answers.ts';
import { checkSignature } from './check-signature.ts';
import { answerAboutObjects } from './inside-calls.ts';
import { accessDenied } from './refusals.ts';
import { refuseWhatIsNotNamed } from './s3-operation.ts';
import { parseTarget } from './s3-request.ts';
import { writeRequest } from './calls-from-inside.ts';
import { DrawnBytes, type DrawObject } from './object-bytes.ts';
import { S3Engine } from './s3-engine.ts';
import { findOperation } from './s3-operations.ts';

/**
 * S3 by its REST API, path-style: https://docs.aws.amazon.com/AmazonS3/latest/API/Type_API_Reference.html.
 * It answers whatever no other service does.
 */
export function s3(world: World, draw?: DrawObject): RestService {
  const engine = new S3Engine(world, new DrawnBytes(world, draw));
  const service: RestService = {
    name: 's3',
    readOperationName,
    async run(request, call) {
      const target = parseTarget(request);
      checkSignature(target, world.clock.now());
      const operation = findOperation(target);
      refuseWhatIsNotNamed(operation, target);
      const owner = target.headers.get('x-amz-expected-bucket-owner');
      if (owner !== undefined && owner !== world.account) throw accessDenied();

      const body = receiveBody(request.body, target.headers);
      const answer = await operation.run(engine, { ...target, body }, call);
      const date = httpDate(world.clock.now());
      return { ...answer, headers: { ...answer.headers, ...answerHeaders(call.requestId), date } };
    },
    async runFromInside(operation, input, call) {
      const answer = await answerAboutObjects(engine, operation, input, call);
      if (answer) return answer;
      await service.run(writeRequest(operation, { ...input }), call);
      return {};
    },
    refuse,
  };
  return service;
}

/** Fault rules ask for it before anything else has looked at the request. */
function readOperationName(request: WireRequest): string {
  try {
    return findOperation(parseTarget(request)).name;
  } catch {
    return 'Unknown';
  }
}
