import { NotSent, type PipelineTransport } from '../transport.ts';

/** Of a connection that names no API: looking is all that can be done there. */
export const noPipelineApi: PipelineTransport = {
  send: () => Promise.reject(new NotSent(why)),
  signIn: () => Promise.reject(new NotSent(why)),
};

const why = 'This connection names no pipeline API, so nothing can be done by it.';
