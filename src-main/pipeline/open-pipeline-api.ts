import type { PipelineApi } from './pipeline-api.ts';
import type { PipelineTransport } from './transport.ts';

export function openPipelineApi(_transport: PipelineTransport): PipelineApi {
  return {} as never;
}
