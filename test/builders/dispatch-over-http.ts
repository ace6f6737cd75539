import type { Dispatch } from '#local/aws/dispatch.ts';

/** Reaches a world through a socket, for a process that is killed while the world goes on. */
export function dispatchOverHttp(base: string): Dispatch {
  return async ({ method, path, query, headers, body }, signal) => {
    const response = await fetch(`${base}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: { ...headers },
      ...(method !== 'GET' && { body: Uint8Array.from(body) }),
      ...(signal && { signal }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };
}
