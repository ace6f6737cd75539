interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
    };
  };
  readonly nodes: readonly number[];
}

/** Adds up the bytes of a heap snapshot, apart for what V8 has compiled and for everything else. */
export function sumHeap(text: string): { readonly code: number; readonly data: number } {
  const { snapshot, nodes } = JSON.parse(text) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const ofCode = types[0].indexOf('code');
  const sums = { code: 0, data: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    sums[nodes[at + type] === ofCode ? 'code' : 'data'] += nodes[at + size] ?? 0;
  }
  return sums;
}
