/** Longer than a consumer takes, or a second one would begin with the same message. */
export const visibilitySeconds = 60;
