import { validationException } from '../../protocol/aws-error.ts';
import type { Infer } from '../../protocol/shapes.ts';
import type { sseSpecification, streamSpecification } from './table-shapes.ts';

interface Specifications {
  readonly StreamSpecification?: Infer<typeof streamSpecification>;
  readonly SSESpecification?: Infer<typeof sseSpecification>;
}

/** What would be promised and not kept is refused; that it be left off may be said. */
export function refuseUnsupported({ StreamSpecification, SSESpecification }: Specifications): void {
  if (StreamSpecification?.StreamEnabled) {
    throw validationException('StreamSpecification: DynamoDB Streams are not supported here');
  }
  if (SSESpecification?.Enabled) {
    throw validationException('SSESpecification: keys of KMS are not supported here');
  }
}
