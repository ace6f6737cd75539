/**
 * The desk shows the next document at once and tells the address; the address arrives a moment later, perhaps after
 * the one after that. What arrives was either told, or somebody went there: by Back, or by a link.
 */
export interface AddressOnTheWay {
  readonly told: (id: string) => void;
  /** Whether it leads somewhere that the desk did not send it. */
  readonly arrived: (id: string) => 'elsewhere' | 'as told' | 'nothing new';
  readonly forget: () => void;
}

export function addressOnTheWay(): AddressOnTheWay {
  let last = '';
  let onTheWay: readonly string[] = [];
  return {
    told(id) {
      if (id !== (onTheWay.at(-1) ?? last)) onTheWay = [...onTheWay, id];
    },
    arrived(id) {
      const place = onTheWay.indexOf(id);
      const isNew = id !== last;
      last = id;
      onTheWay = onTheWay.slice(place + 1);
      if (!isNew) return 'nothing new';
      return place === -1 ? 'elsewhere' : 'as told';
    },
    forget() {
      last = '';
      onTheWay = [];
    },
  };
}
