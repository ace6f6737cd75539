import type { Dispatch } from '#local/aws/dispatch.ts';

/** As much of a pipeline API as says who somebody is. It does nothing for anybody. */
export const fakeApi: Dispatch = ({ method, path }) => {
  const at = new Date().toISOString();
  if (method === 'GET' && path.endsWith('/me')) {
    return answer(200, { sub: 'user-ada', name: 'Ada', role: 'admin', tenants: '*' });
  }
  if (method === 'GET' && path.endsWith('/health')) return answer(200, { status: 'ok', at });
  if (method === 'GET' && path.endsWith('/audit')) return answer(200, { anchors: [] });
  if (method === 'POST' && path.endsWith('/audit')) return answer(201, { anchoredAt: at });
  return answer(404, { type: 'about:blank', title: 'Not found', status: 404, code: 'not-found' });
};

function answer(status: number, body: object): ReturnType<Dispatch> {
  return Promise.resolve({
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    body: JSON.stringify(body),
  });
}
